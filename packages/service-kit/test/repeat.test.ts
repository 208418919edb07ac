import { expect, test } from 'vitest';
import { conflict, Fault } from '../src/fault.ts';
import { firstOf } from '../src/grpc/repeat.ts';
import { inProgress } from '../src/write/idempotency.ts';

const unavailable = new Fault('unavailable', 'The service did not answer in time.');
const refusal = conflict('insufficient_stock', 'Not enough stock.');
const failed = (fault: Fault): Promise<never> => Promise.reject(fault);

test('a response of any attempt is that of the call', async () => {
  expect(await firstOf([failed(unavailable), failed(inProgress()), Promise.resolve('done')])).toBe('done');
});

test('so is a refusal by the service, unless it is because of another attempt', async () => {
  await expect(firstOf([failed(unavailable), failed(inProgress()), failed(refusal)])).rejects.toBe(refusal);
  await expect(firstOf([failed(unavailable), failed(inProgress())])).rejects.toBe(unavailable);
});

test('a refusal does not wait for the attempts that are still running', async () => {
  const never = new Promise(() => undefined);
  await expect(firstOf([failed(unavailable), never, failed(refusal)])).rejects.toBe(refusal);
});

test('a failure of the service decides nothing', async () => {
  const failure = new Fault('server_error', 'Server error.');
  await expect(firstOf([failed(unavailable), failed(failure), failed(refusal)])).rejects.toBe(refusal);
});
