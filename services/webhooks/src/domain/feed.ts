import { invalid } from '@commerce/service-kit/fault.ts';
import { EVENT_TYPES } from './event-types.ts';

/**
 * The types of feed entries that an installation may read: those whose scope it holds now, because the data is current.
 * @param filter selects the types of a subscription to this type, or this mandatory type
 * @throws Fault for a type that cannot be filtered by
 */
export function readableTypes(scopes: readonly string[], filter: string | undefined): string[] {
  const wanted = EVENT_TYPES.filter(
    (event) => filter === undefined || (event.subscribedAs ?? event.type) === filter,
  );
  if (wanted.length === 0) throw invalid('type', 'No event of this type can be requested.');
  return wanted.filter(({ scope }) => scope === undefined || scopes.includes(scope)).map(({ type }) => type);
}
