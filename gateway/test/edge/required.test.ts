import { expect, test } from 'vitest';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { required } from '../../src/edge/required.ts';

test('a successful response without its message is a server error, never a missing resource', () => {
  expect.assertions(1);
  try {
    required(undefined);
  } catch (error) {
    expect(toFault(error).code).toBe('server_error');
  }
});
