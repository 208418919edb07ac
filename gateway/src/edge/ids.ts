import { notFound } from '@commerce/service-kit/fault.ts';
import { isId, type IdPrefix } from '@commerce/service-kit/ids.ts';

/** Kinds of resources, as errors name them. */
const KINDS: Partial<Record<IdPrefix, string>> = {
  shp: 'shop',
  cat: 'category',
  brd: 'brand',
  prd: 'product',
  pl: 'price list',
  ord: 'order',
  cus: 'customer',
};

const kindOf = (prefix: IdPrefix): string => KINDS[prefix] ?? 'resource';

/**
 * Requires well-formed ids: an id that does not parse does not exist (decisions, "Ids, amounts, values").
 * @param ids ids by field
 * @throws Fault `not_found` with the field of each id that does not parse
 */
export function requireIds(ids: Record<string, [prefix: IdPrefix, id: string | undefined]>): void {
  const bad = Object.entries(ids).filter(([, [prefix, id]]) => id !== undefined && !isId(prefix, id));
  if (bad.length > 0)
    throw notFound(Object.fromEntries(bad.map(([field, [prefix]]) => [field, kindOf(prefix)])));
}

/** Id in a path. @throws Fault `not_found` if it does not parse */
export function requireId<T extends string | undefined>(prefix: IdPrefix, id: T): T {
  requireIds({ id: [prefix, id] });
  return id;
}

/** Result of a get by id. @throws Fault `not_found` if the resource does not exist */
export function found<R>(resource: R | undefined, prefix: IdPrefix): R {
  if (resource === undefined) throw notFound({ id: kindOf(prefix) });
  return resource;
}
