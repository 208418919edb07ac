import type { AnswerOf } from '@commerce/console-api/route.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { call } from '../../../lib/call.ts';

/** Time after which the prices stay as they are. */
const TIMEOUT_MS = 4_000;

interface Item {
  productId: string;
  variantId: string | null;
}

/** Current price of an item; null when it can no longer be sold. */
export interface ItemPrice extends Item {
  price: AnswerOf<typeof posRoutes.prices>['prices'][number];
}

/** Reads the current prices of items at a shop; undefined when they cannot be read, as without the network. */
export async function readItemPrices(
  store: string,
  shopId: string,
  items: readonly Item[],
): Promise<ItemPrice[] | undefined> {
  if (items.length === 0) return undefined;
  const body = {
    shopId,
    items: items.map(({ productId, variantId }) => ({ productId, variantId: variantId ?? undefined })),
  };
  const answer = await call(
    posRoutes.prices,
    { params: { store }, body },
    { signal: AbortSignal.timeout(TIMEOUT_MS) },
  ).catch(() => undefined);
  return answer?.prices.map((price, n) => {
    const { productId, variantId } = items[n]!;
    return { productId, variantId, price };
  });
}

/** Price of an item among those read; undefined when it is not among them. */
export const priceFor = (
  item: { productId: string | null; variantId: string | null },
  prices: readonly ItemPrice[],
): ItemPrice['price'] | undefined =>
  prices.find(({ productId, variantId }) => productId === item.productId && variantId === item.variantId)
    ?.price;
