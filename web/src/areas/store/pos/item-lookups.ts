import { posRoutes, type Sellable } from '@commerce/console-api/routes/pos.ts';
import { call } from '../../../lib/call.ts';

/** Items that a lookup finds. */
export interface Found {
  items: Sellable[];
}

/** Barcodes of 8 to 14 digits (GTIN). An unknown one must not become a product whose code contains it. */
const isBarcode = (text: string): boolean => /^\d{8,14}$/.test(text);

/** Items with exactly that barcode or SKU. */
export const findByCode = (store: string, shop: string, code: string, signal: AbortSignal): Promise<Found> =>
  call(posRoutes.scan, { params: { store }, query: { shop, code } }, { signal });

/** Sellable items of a product. */
export const findOfProduct = (
  store: string,
  shop: string,
  product: string,
  signal: AbortSignal,
): Promise<Found> => call(posRoutes.product, { params: { store, product }, query: { shop } }, { signal });

/** Items with exactly that barcode or SKU, otherwise those of the first product that a search for the text finds. */
export async function findByText(
  store: string,
  shop: string,
  text: string,
  signal: AbortSignal,
): Promise<Found> {
  const exact = await findByCode(store, shop, text, signal);
  if (exact.items.length > 0 || isBarcode(text)) return exact;
  const search = { params: { store }, query: { shop, q: text } };
  const [first] = (await call(posRoutes.search, search, { signal })).items;
  return first === undefined ? { items: [] } : findOfProduct(store, shop, first.id, signal);
}
