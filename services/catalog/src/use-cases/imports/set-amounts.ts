import type { SetStockManyRequest_Item } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { isTransient } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import type { Deps } from '../../deps.ts';
import { MAX_STOCK_ITEMS_PER_CALL } from '../../domain/bounds.ts';
import { Findings, type Finding } from '../../domain/csv/findings.ts';
import { amountChanges } from '../../domain/import-amounts.ts';
import { bulkOperationOf, type ImportItem } from '../../domain/import.ts';
import type { ProductRecord } from '../../domain/product.ts';
import { importItemListToWrite } from '../../store/import-item.ts';
import { importFind } from '../../store/import.ts';
import { productFindMany } from '../../store/product.ts';
import { CHUNK } from './import-step.ts';

/** Products whose prices and costs are set concurrently. */
const CONCURRENCY = 4;

/** Result of setting the amounts of a product. */
export interface AmountsOutcome {
  position: number;
  /** Refused amounts. */
  findings: Finding[];
}

/** An import in the context of a call. */
interface Importing {
  ctx: Context;
  importId: string;
  bulkOperationId: string | undefined;
}

/**
 * Sets prices, costs and quantities of the products of a chunk. Each call has its own idempotency key, so it takes
 * effect once even if it is repeated after a crash.
 * @throws Fault that is transient, to be retried
 */
export async function setAmounts(
  { db, prisma, clients }: Pick<Deps, 'db' | 'prisma' | 'clients'>,
  { ctx, importId, jobId }: { ctx: Context; importId: string; jobId: string },
  after: number,
  last: number,
): Promise<AmountsOutcome[]> {
  const storeId = storeOf(ctx);
  const record = await importFind(prisma, storeId, importId);
  const importing = { ctx, importId, bulkOperationId: bulkOperationOf(record, jobId) };
  const items = (await importItemListToWrite(db, storeId, importId, after, CHUNK)).filter(
    ({ position, state }) => position <= last && state === 'written',
  );
  const ids = items.map(({ productId }) => productId!);
  const records = new Map((await productFindMany(db, storeId, ids)).map((r) => [r.product.id, r]));
  const outcomes: AmountsOutcome[] = [];
  for (let from = 0; from < items.length; from += CONCURRENCY) {
    const batch = items.slice(from, from + CONCURRENCY);
    outcomes.push(
      ...(await Promise.all(
        batch.map((item) => setPrices(clients, importing, item, records.get(item.productId!))),
      )),
    );
  }
  const shopId = record?.import.shopId;
  if (shopId === undefined) return outcomes;
  for (const refused of await setStock(clients, importing, shopId, items))
    outcomes.find(({ position }) => position === refused.position)?.findings.push(...refused.findings);
  return outcomes;
}

/** Context of a call that takes effect once per import and subject, whatever its amounts are when it is repeated. */
function keyed({ ctx, importId }: Importing, subject: string): Context {
  const key = `${importId}/${subject}`;
  return { ...childContext(ctx), idempotency: { key, fingerprint: sha256(key), presentation: '' } };
}

async function setPrices(
  { pricing }: Deps['clients'],
  importing: Importing,
  { position, content, todo }: ImportItem,
  record: ProductRecord | undefined,
): Promise<AmountsOutcome> {
  const findings = new Findings(content.handle);
  if (record === undefined) return { position, findings: findings.list };
  const { prices, costs, compareAt } = amountChanges(record.product, content, todo!.variantIds);
  const { bulkOperationId } = importing;
  const once = (subject: string) => keyed(importing, `${position}/${subject}`);
  const refused = (column: 'price' | 'cost' | 'compareAt') => (error: unknown) => {
    requireRefusal(error);
    findings.error(content.line, column, `${column}_refused`);
  };
  if (prices) await pricing.setPrices(once('prices'), { ...prices, bulkOperationId }).catch(refused('price'));
  if (costs) await pricing.setCosts(once('costs'), { ...costs, bulkOperationId }).catch(refused('cost'));
  if (compareAt)
    await pricing
      .setCompareAtPrices(once('compare-at'), { ...compareAt, bulkOperationId })
      .catch(refused('compareAt'));
  return { position, findings: findings.list };
}

/** @throws any error that is not a refusal, so that the call is retried */
function requireRefusal(error: unknown): void {
  const isRefusal =
    error instanceof Fault && ['invalid_request', 'not_found', 'conflict'].includes(error.code);
  if (!isRefusal || isTransient(error)) throw error;
}

async function setStock(
  { inventory }: Deps['clients'],
  importing: Importing,
  shopId: string,
  items: ImportItem[],
): Promise<AmountsOutcome[]> {
  const counts = items.flatMap((item) => quantitiesOf(shopId, item).map((count) => ({ ...count, item })));
  const outcomes: AmountsOutcome[] = [];
  for (let from = 0; from < counts.length; from += MAX_STOCK_ITEMS_PER_CALL) {
    const batch = counts.slice(from, from + MAX_STOCK_ITEMS_PER_CALL);
    const request = { items: batch.map(({ count }) => count), reason: undefined };
    const subject = `stock/${items[0]!.position}/${from}`;
    const { refusals } = await inventory.setStockMany(keyed(importing, subject), request);
    for (const { index } of refusals) {
      const { item, line } = batch[index]!;
      const findings = new Findings(item.handle);
      findings.error(line, 'quantity', 'quantity_refused');
      outcomes.push({ position: item.position, findings: findings.list });
    }
  }
  return outcomes;
}

function quantitiesOf(shopId: string, item: ImportItem): { count: SetStockManyRequest_Item; line: number }[] {
  const { content, todo } = item;
  const productId = item.productId!;
  const own = content.amounts?.quantity;
  if (content.variants.length === 0)
    return own === undefined || content.isService === true
      ? []
      : [{ line: content.line, count: { shopId, productId, variantId: undefined, onHand: own } }];
  return content.variants.flatMap(({ amounts: { quantity }, line }, index) =>
    quantity === undefined
      ? []
      : [{ line, count: { shopId, productId, variantId: todo!.variantIds[index]!, onHand: quantity } }],
  );
}
