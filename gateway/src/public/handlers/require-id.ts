import { notFound } from '@commerce/service-kit/fault.ts';
import { isId, type IdPrefix } from '@commerce/service-kit/ids.ts';

/**
 * An id in a filter or path. One that does not parse is one that does not exist (decisions, "Ids, amounts, values").
 * @throws Fault not_found
 */
export function requireId<T extends string | undefined>(prefix: IdPrefix, id: T): T {
  if (id !== undefined && !isId(prefix, id)) throw notFound();
  return id;
}

/**
 * What a get answered.
 * @throws Fault not_found when it is nothing
 */
export function found<R>(resource: R | undefined): R {
  if (resource === undefined) throw notFound();
  return resource;
}
