import { useState } from 'react';

/** Maximum number of favorites, which is that of the tiles on a screen. */
export const MAX_FAVORITES = 24;

const favoritesKey = (store: string, shopId: string) => `pos favorites ${store} ${shopId}`;

function load(store: string, shopId: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(favoritesKey(store, shopId)) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Favorite products of a shop in this browser, by id. The component must be mounted again for another shop. */
export function useFavorites(store: string, shopId: string) {
  const [ids, setIds] = useState(() => load(store, shopId));
  return {
    ids,
    isFull: ids.length >= MAX_FAVORITES,
    toggle: (id: string) => {
      const before = load(store, shopId);
      const after = before.includes(id) ? before.filter((each) => each !== id) : [...before, id];
      localStorage.setItem(favoritesKey(store, shopId), JSON.stringify(after));
      setIds(after);
    },
  };
}
