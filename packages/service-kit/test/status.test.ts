import { expect, test } from 'vitest';
import { toFault } from '../src/grpc/status.ts';

const failure = (message: string, code?: string): Error => Object.assign(new Error(message), { code });

test.each([
  ['a full disk', failure('could not extend file "base/1/2": No space left on device', '53100')],
  ['a full disk, to a new session', failure('could not write init file', 'XX000')],
  ['a server that starts', failure('the database system is starting up', '57P03')],
  ['a lost connection', failure('Connection terminated unexpectedly')],
])('%s is a transient error', (_name, error) => {
  expect(toFault(error)).toMatchObject({ code: 'unavailable', cause: error });
});

test('another internal error of PostgreSQL is not', () => {
  expect(toFault(failure('cache lookup failed for type 1', 'XX000'))).toMatchObject({ code: 'server_error' });
});
