import { useContext, useState } from 'react';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { useRead } from '../../lib/api.ts';
import { AreaContext } from '../../lib/area.ts';
import { money } from '../../lib/format.ts';
import { useMay, useStore } from '../../lib/session.tsx';
import { useTexts } from '../../lib/texts.ts';

/** Results per group; the list behind a group has the others. */
const LIMIT = 5;
/** Shorter texts match nearly everything. */
const MIN_LENGTH = 2;
const MIN_ORDER_LENGTH = 3;

/** Record or page that a search found. */
export interface Found {
  to: string;
  text: string;
  about?: string | undefined;
}

/** Results of one kind. */
export interface FoundGroup {
  kind: 'pages' | 'products' | 'orders' | 'customers';
  items: Found[];
  /** The list with all results, when there are more. */
  all?: string | undefined;
}

/**
 * Searches the store for a text by the lists that the person's role may read. While one of them is awaited,
 * the results are those of the text before, so that no result moves under the hand.
 */
export function useResults(text: string): { groups: FoundGroup[]; isWaiting: boolean } {
  const { id: store } = useStore();
  const may = useMay();
  const params = { store };
  const query = { q: text, limit: LIMIT };
  const enabled = text.length >= MIN_LENGTH;
  const byOrder = text.length >= MIN_ORDER_LENGTH || /^[1-9]\d*$/.test(text);
  const mayOrders = may('seeOrders');
  const products = useRead(productRoutes.list, { params, query }, { enabled });
  // A number is found as it is written on a slip: `#1024`.
  const orders = useRead(
    orderRoutes.list,
    { params, query: { ...query, q: text.replace(/^#(?=\d)/, '') } },
    { enabled: enabled && mayOrders && byOrder },
  );
  const customers = useRead(customerRoutes.list, { params, query }, { enabled: enabled && mayOrders });
  const pages = usePages(text);
  const reads = enabled ? [products, ...(mayOrders ? [customers, ...(byOrder ? [orders] : [])] : [])] : [];
  const isWaiting = reads.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData);
  const [before, setBefore] = useState<{ text?: string; groups: FoundGroup[] }>({ groups: [] });
  if (isWaiting) return { groups: before.groups, isWaiting };
  const base = `/stores/${store}`;
  const q = encodeURIComponent(text);
  const more = (list: { nextCursor: string | null } | undefined, path: string) =>
    list?.nextCursor ? `${base}/${path}?q=${q}` : undefined;
  const found: FoundGroup[] = [
    {
      kind: 'products',
      items: (products.data?.items ?? []).map(({ id, name, sku, priceCentavos }) => ({
        to: `${base}/products/${id}`,
        text: name,
        about: [sku, priceCentavos > 0 ? money(priceCentavos) : ''].filter((part) => part).join(' · '),
      })),
      all: more(products.data, 'products'),
    },
    {
      kind: 'orders',
      items: (byOrder ? (orders.data?.items ?? []) : []).map(
        ({ id, orderNumber, customerName, totalCentavos }) => ({
          to: `${base}/orders/${id}`,
          text: [`#${orderNumber}`, customerName].filter((part) => part).join(' · '),
          about: money(totalCentavos),
        }),
      ),
      all: more(orders.data, 'orders'),
    },
    {
      kind: 'customers',
      items: (customers.data?.items ?? []).map(({ id, name, email, phone }) => ({
        to: `${base}/customers/${id}`,
        text: name || email || phone,
        about: email || phone,
      })),
      all: more(customers.data, 'customers'),
    },
    pages,
  ];
  const groups = (enabled ? found : [pages]).filter(({ items }) => items.length > 0);
  if (before.text !== text) setBefore({ text, groups });
  return { groups, isWaiting };
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** Pages of the menu whose name contains the text. */
function usePages(text: string): FoundGroup {
  const t = useTexts('navigation');
  const { base, pages } = useContext(AreaContext);
  const items = pages
    .filter(({ menu }) => menu !== undefined)
    .map(({ path, menu }) => ({
      to: path === '' ? base : `${base}/${path}`,
      text: t(`entries.${menu!.text}`),
    }))
    .filter((page) => folded(page.text).includes(folded(text)));
  return { kind: 'pages', items };
}
