import type { ProductFacts } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import type { ProductPrices } from '../domain/product-prices.ts';
import { emitPricesChanged, priceCopy } from '../events/publish.ts';
import { askFacts } from '../projection/catalog.ts';
import { applyFacts } from '../projection/products.ts';
import { productLockMany, productPricesLoadMany, productPricesSaveMany } from '../store/product-prices.ts';
import type { Deps } from '../deps.ts';

/** An answer with the product as the catalogue tells it, encoded. */
interface Answer {
  product: Buffer;
}

/** SetPricesResponse and its like. */
interface AnswerCodec<A extends Answer> {
  encode(answer: Answer): { finish(): Uint8Array };
  decode(bytes: Uint8Array): A;
}

const PROVISIONAL: Answer = { product: Buffer.alloc(0) };

/**
 * Changes a product's prices or costs and answers the product with them, so that whoever wrote reads what he wrote:
 * the catalogue tells what it has now; the change, its event and a provisional answer are committed; the catalogue's copy is
 * brought up to date; the answer is completed. A replay that finds the provisional answer does the last two again.
 * @throws Fault of the rule; not_found for a product that does not exist, and for a draft unless they are included; `unavailable` when the catalogue is away
 */
export async function writePrices<A extends Answer>(
  deps: Deps,
  ctx: Context,
  answer: AnswerCodec<A>,
  { productId, includeDrafts }: { productId: string; includeDrafts: boolean },
  rule: (product: ProductPrices) => ProductPrices,
): Promise<A | StoredAnswer> {
  // A failure is thrown by the work, so that a key that has its answer gets it even then.
  const asked = askFacts(deps, ctx, [productId]);
  await asked.catch(() => undefined);
  const written = await deps.writer.write(ctx, answer, async (unit) => {
    await changeProduct(unit, storeOf(ctx), await asked, productId, includeDrafts, rule);
    return PROVISIONAL;
  });
  const provisional = answer.encode(PROVISIONAL).finish();
  const isReplay = written instanceof StoredAnswer;
  if (isReplay && !written.message.equals(provisional)) return written;
  const product = await bringToCatalog(deps, ctx, productId);
  const final = answer.encode({ product: Buffer.from(product) }).finish();
  const recorded = await deps.writer.completeAnswer(ctx, provisional, final);
  return isReplay ? new StoredAnswer(recorded, written.presentation) : answer.decode(recorded);
}

async function changeProduct(
  unit: Unit,
  storeId: string,
  facts: ProductFacts[],
  productId: string,
  includeDrafts: boolean,
  rule: (product: ProductPrices) => ProductPrices,
): Promise<void> {
  if (facts.length === 0) throw notFound({ id: 'product' });
  await applyFacts(unit, storeId, facts);
  await productLockMany(unit, storeId, [productId]);
  const [before] = await productPricesLoadMany(unit, storeId, [productId]);
  if (before === undefined || (before.isDraft && !includeDrafts)) throw notFound({ id: 'product' });
  const after = rule(before);
  if (after === before) return;
  await productPricesSaveMany(unit, storeId, [{ before, after }]);
  emitPricesChanged(unit, [after]);
}

/** @returns the product as the catalogue has it then, encoded */
async function bringToCatalog(deps: Deps, ctx: Context, productId: string): Promise<Uint8Array> {
  const products = await productPricesLoadMany(deps.db, storeOf(ctx), [productId]);
  const { items } = await deps.applyPrices(childContext(ctx), { prices: products.map(priceCopy) });
  const [product] = items;
  // It may have been deleted in the meantime.
  if (product === undefined || product.length === 0) throw notFound({ id: 'product' });
  return product;
}
