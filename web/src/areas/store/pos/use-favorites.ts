import { useState } from 'react';
import { MAX_FAVORITES, toggled } from './favorites.ts';

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
    /** Adds or removes a product. Returns false when there is no space for it. */
    toggle: (id: string, unsold: ReadonlySet<string>): boolean => {
      const after = toggled(load(store, shopId), id, unsold);
      if (after === null) return false;
      localStorage.setItem(favoritesKey(store, shopId), JSON.stringify(after));
      setIds(after);
      return true;
    },
  };
}
