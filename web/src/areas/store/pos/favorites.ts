/** Maximum number of favorites, which is that of the tiles on a screen. */
export const MAX_FAVORITES = 24;

/**
 * Favorites after a product was added or removed; null when there is no space for it.
 * @param unsold favorites that the shop no longer sells: they make space when there is none
 */
export function toggled(ids: readonly string[], id: string, unsold: ReadonlySet<string>): string[] | null {
  if (ids.includes(id)) return ids.filter((each) => each !== id);
  const kept = ids.length < MAX_FAVORITES ? ids : ids.filter((each) => !unsold.has(each));
  return kept.length < MAX_FAVORITES ? [...kept, id] : null;
}
