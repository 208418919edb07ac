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

test('without a response, the refusal of the service is; one because of another attempt is not', async () => {
  await expect(firstOf([failed(unavailable), failed(inProgress()), failed(refusal)])).rejects.toBe(refusal);
  await expect(firstOf([failed(unavailable), failed(inProgress())])).rejects.toBe(unavailable);
});
