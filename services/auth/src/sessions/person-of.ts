import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';

/**
 * The person who calls.
 * @throws Fault when nobody does: such a call is a defect of the caller
 */
export function personOf({ actor }: Context): string {
  if (actor.kind !== Actor_Kind.PERSON)
    throw new Fault('server_error', 'Server error.', { cause: 'call without a person' });
  return actor.id;
}
