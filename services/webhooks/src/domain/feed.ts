import { invalid } from '@commerce/service-kit/fault.ts';
import { EVENT_TYPES } from './event-types.ts';

/**
 * The types of a feed's entries that an installation may read now: those whose scope it still holds, because their data is as it is now.
 * @param asked only what a subscription to this type brings, or this mandatory type
 * @throws Fault for one that cannot be asked for
 */
export function readableTypes(scopes: readonly string[], asked: string | undefined): string[] {
  const wanted = EVENT_TYPES.filter(
    (event) => asked === undefined || (event.subscribedAs ?? event.type) === asked,
  );
  if (wanted.length === 0) throw invalid('type', 'No event of this type can be asked for.');
  return wanted.filter(({ scope }) => scope === undefined || scopes.includes(scope)).map(({ type }) => type);
}
