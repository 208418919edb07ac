import { notFound } from '@commerce/service-kit/fault.ts';
import { isId, type IdPrefix } from '@commerce/service-kit/ids.ts';

/** What the ids of public requests are ids of. */
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
 * Requires that ids are well-formed: one that does not parse is one that does not exist (decisions, "Ids, amounts, values").
 * @param given by the field that names each
 * @throws Fault not_found with the field of each that does not parse
 */
export function requireIds(given: Record<string, [prefix: IdPrefix, id: string | undefined]>): void {
  const bad = Object.entries(given).filter(([, [prefix, id]]) => id !== undefined && !isId(prefix, id));
  if (bad.length > 0)
    throw notFound(Object.fromEntries(bad.map(([field, [prefix]]) => [field, kindOf(prefix)])));
}

/** An id in a path. @throws Fault not_found when it does not parse */
export function requireId<T extends string | undefined>(prefix: IdPrefix, id: T): T {
  requireIds({ id: [prefix, id] });
  return id;
}

/** The resource that a get answered. @throws Fault not_found when there is none */
export function found<R>(resource: R | undefined, prefix?: IdPrefix): R {
  if (resource === undefined) throw notFound(prefix && { id: kindOf(prefix) });
  return resource;
}
