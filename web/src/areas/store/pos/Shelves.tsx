import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { FoundProduct } from '@commerce/console-api/routes/pos.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { notifyRefused } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { MAX_FAVORITES } from './favorites.ts';
import { useFavorites } from './use-favorites.ts';
import classes from './pos.module.css';
import { Tile } from './Tile.tsx';

/** Products that the tiles show: favorites, all, or those of a category. */
type Shelf = 'favorites' | 'all' | { category: string };

/**
 * Tiles of the products that a shop sells: those of the chosen shelf, or those that a text finds. The component must be
 * mounted again for another shop.
 */
export function Shelves({
  store,
  shopId,
  text,
  onTap,
}: {
  store: string;
  shopId: string;
  /** Search text. */
  text: string;
  onTap: (product: FoundProduct) => void;
}) {
  const t = useTexts('pos');
  const favorites = useFavorites(store, shopId);
  const unsold = useUnsold(store, shopId, favorites);
  const [shelf, setShelf] = useState<Shelf>(favorites.ids.length > 0 ? 'favorites' : 'all');
  const categories = useRead(productRoutes.categories, { params: { store }, query: { limit: 200 } });
  const isFavorites = text === '' && shelf === 'favorites';
  const found = useRead(
    posRoutes.search,
    { params: { store }, query: { shop: shopId, only: 'sold', ...queryOf(text, shelf, favorites.ids) } },
    { enabled: !isFavorites || favorites.ids.length > 0 },
  );
  const isOn = (each: Shelf) =>
    typeof each === 'object' && typeof shelf === 'object' ? each.category === shelf.category : each === shelf;
  const tab = (label: string, each: Shelf) => (
    <li key={label}>
      <button
        type="button"
        className={classes['shelf']}
        aria-pressed={text === '' && isOn(each)}
        onClick={() => setShelf(each)}
      >
        {label}
      </button>
    </li>
  );
  const items = isFavorites && favorites.ids.length === 0 ? [] : found.data?.items;
  return (
    <>
      <ul className={classes['shelves']} aria-label={t('shelves.title')} hidden={text !== ''}>
        {tab(t('shelves.favorites'), 'favorites')}
        {tab(t('shelves.all'), 'all')}
        {categories.data?.items
          .filter(({ parentId, isActive }) => parentId === undefined && isActive)
          .map(({ id, name }) => tab(name, { category: id }))}
      </ul>
      <div className={classes['results']} aria-busy={items === undefined && found.isPending}>
        {found.error && items === undefined ? (
          <ErrorState error={found.error} retry={() => void found.refetch()} />
        ) : items?.length === 0 ? (
          <EmptyState
            title={t(isFavorites ? 'shelves.noFavorites' : 'find.none')}
            about={t(isFavorites ? 'shelves.noFavoritesAbout' : 'find.noneAbout')}
          />
        ) : (
          <ul className={classes['tiles']} aria-label={t('find.results')}>
            {items?.map((product) => (
              <li key={product.id}>
                <Tile product={product} onClick={() => onTap(product)} />
                <Star
                  name={product.name}
                  isOn={favorites.ids.includes(product.id)}
                  onToggle={() => {
                    if (!favorites.toggle(product.id, unsold))
                      notifyRefused(product.name, t('shelves.full', { max: MAX_FAVORITES }));
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Favorites that the shop no longer sells, by the last read of all; read only once the favorites are full. */
function useUnsold(store: string, shopId: string, { ids, isFull }: { ids: string[]; isFull: boolean }) {
  const { data, isPlaceholderData } = useRead(
    posRoutes.search,
    { params: { store }, query: { shop: shopId, only: 'sold', ...queryOf('', 'favorites', ids) } },
    { enabled: isFull },
  );
  if (data === undefined || isPlaceholderData || !isFull) return new Set<string>();
  const sold = new Set(data.items.map(({ id }) => id));
  return new Set(ids.filter((id) => !sold.has(id)));
}

function queryOf(text: string, shelf: Shelf, favorites: readonly string[]) {
  if (text !== '') return { q: text };
  if (shelf === 'favorites') return favorites.length === 0 ? {} : { ids: favorites.join(',') };
  return shelf === 'all' ? {} : shelf;
}

function Star({ name, isOn, onToggle }: { name: string; isOn: boolean; onToggle: () => void }) {
  const t = useTexts('pos');
  return (
    <button
      type="button"
      className={classes['star']}
      aria-label={t('shelves.star', { name })}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {isOn ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
    </button>
  );
}
