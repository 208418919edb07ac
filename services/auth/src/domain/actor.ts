import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';

/** The person who acts; null for the platform itself. */
export const personOf = ({ actor }: Context): string | null =>
  actor.kind === Actor_Kind.PERSON ? actor.id : null;

/**
 * The person who calls.
 * @throws Fault for a call without a person, which is a defect of the caller
 */
export function requirePerson(ctx: Context): string {
  const personId = personOf(ctx);
  if (personId === null) throw new Fault('server_error', 'Server error.', { cause: 'call without a person' });
  return personId;
}
