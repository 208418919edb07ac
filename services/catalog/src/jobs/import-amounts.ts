import type { SetStockManyRequest_Item } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { Findings, type Finding } from '../domain/csv/findings.ts';
import { amountChanges } from '../domain/import-amounts.ts';
import type { ProductRecord } from '../domain/product.ts';
import { importFind } from '../store/import.ts';
import { importItemListToWrite, type ItemRow } from '../store/import-item.ts';
import { productFindMany } from '../store/product-load.ts';
import { CHUNK } from './import-part.ts';

/** Most items that inventory takes at once. */
const STOCK_BATCH = 500;
/** Products whose amounts are set at the same time. */
const AT_ONCE = 4;

/** What the amounts of an import are set by. */
export interface AmountsDeps {
  db: Database;
  pricing: Pick<ClientOf<typeof PricingServiceService>, 'setPrices' | 'setCosts' | 'setCompareAtPrices'>;
  inventory: Pick<ClientOf<typeof InventoryServiceService>, 'setStockMany'>;
}

/** What came of the amounts of a product. */
export interface AmountsOutcome {
  place: number;
  /** What was refused. */
  findings: Finding[];
}

/**
 * Sets prices, costs and quantities of the products of a chunk. Each call has a key of its own, so that it takes effect once, however
 * often a crash has it made.
 * @throws Fault `unavailable` or `timeout`, to be tried again
 */
export async function setAmounts(
  deps: AmountsDeps,
  ctx: Context,
  importId: string,
  after: number,
  last: number,
): Promise<AmountsOutcome[]> {
  const storeId = storeOf(ctx);
  const items = (await importItemListToWrite(deps.db, storeId, importId, after, CHUNK)).filter(
    ({ place, state }) => place <= last && state === 'written',
  );
  const ids = items.map(({ product_id }) => product_id!);
  const records = new Map((await productFindMany(deps.db, storeId, ids)).map((r) => [r.product.id, r]));
  const outcomes: AmountsOutcome[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const some = items.slice(from, from + AT_ONCE);
    outcomes.push(
      ...(await Promise.all(
        some.map((item) => setPrices(deps, ctx, importId, item, records.get(item.product_id!))),
      )),
    );
  }
  const shopId = (await importFind(deps.db, storeId, importId))?.shop_id ?? undefined;
  if (shopId !== undefined) await setStock(deps, ctx, importId, shopId, items, outcomes);
  return outcomes;
}

/** A context whose call takes effect once, whatever the amounts that are there when it is made again. */
function keyed(ctx: Context, importId: string, what: string): Context {
  const key = `${importId}/${what}`;
  return { ...childContext(ctx), idempotency: { key, fingerprint: sha256(key), presentation: '' } };
}

async function setPrices(
  { pricing }: AmountsDeps,
  ctx: Context,
  importId: string,
  { place, content, todo }: ItemRow,
  record: ProductRecord | undefined,
): Promise<AmountsOutcome> {
  const findings = new Findings(content.handle);
  if (record === undefined) return { place, findings: findings.list };
  const { prices, costs, compareAt } = amountChanges(record.product, content, todo!.variantIds);
  const once = (what: string) => keyed(ctx, importId, `${place}/${what}`);
  const refused = (column: 'price' | 'cost' | 'compareAt') => (error: unknown) => {
    requireRefusal(error);
    findings.error(content.line, column, `${column}_refused`);
  };
  if (prices) await pricing.setPrices(once('prices'), prices).catch(refused('price'));
  if (costs) await pricing.setCosts(once('costs'), costs).catch(refused('cost'));
  if (compareAt) await pricing.setCompareAtPrices(once('compare-at'), compareAt).catch(refused('compareAt'));
  return { place, findings: findings.list };
}

/** @throws what is no refusal: it is tried again */
function requireRefusal(error: unknown): void {
  if (!(error instanceof Fault) || !['invalid_request', 'not_found', 'conflict'].includes(error.code))
    throw error;
}

async function setStock(
  { inventory }: AmountsDeps,
  ctx: Context,
  importId: string,
  shopId: string,
  items: ItemRow[],
  outcomes: AmountsOutcome[],
): Promise<void> {
  const counts = items.flatMap((item) => quantitiesOf(shopId, item).map((count) => ({ ...count, item })));
  for (let from = 0; from < counts.length; from += STOCK_BATCH) {
    const some = counts.slice(from, from + STOCK_BATCH);
    const request = { items: some.map(({ count }) => count), reason: undefined };
    const what = `stock/${items[0]!.place}/${from}`;
    const { refusals } = await inventory.setStockMany(keyed(ctx, importId, what), request);
    for (const { index } of refusals) {
      const { item, line } = some[index]!;
      const findings = new Findings(item.handle);
      findings.error(line, 'quantity', 'quantity_refused');
      outcomes.find(({ place }) => place === item.place)?.findings.push(...findings.list);
    }
  }
}

function quantitiesOf(
  shopId: string,
  { content, product_id, todo }: ItemRow,
): { count: SetStockManyRequest_Item; line: number }[] {
  const productId = product_id!;
  const own = content.amounts?.quantity;
  if (content.variants.length === 0)
    return own === undefined || content.isService === true
      ? []
      : [{ line: content.line, count: { shopId, productId, variantId: undefined, onHand: own } }];
  return content.variants.flatMap(({ amounts: { quantity }, line }, at) =>
    quantity === undefined
      ? []
      : [{ line, count: { shopId, productId, variantId: todo!.variantIds[at]!, onHand: quantity } }],
  );
}
