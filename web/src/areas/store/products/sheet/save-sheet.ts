import { priceRoutes, type PricesBody } from '@commerce/console-api/routes/prices.ts';
import { productRoutes, type ProductFieldsBody } from '@commerce/console-api/routes/products.ts';
import { MAX_COUNTS, stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { ApiError, newKey } from '../../../../lib/call.ts';
import { send } from '../../../../lib/signed-out.ts';
import { AMOUNT_FIELDS, cellKey, type ColumnName, type SheetProduct, type SheetRow } from './cells.ts';

/** A changed cell. */
export interface Change {
  row: SheetRow;
  column: ColumnName;
  value: number | string | null;
}

/** Outcome of a save: the cells that were refused, by key, and why. */
export type Refusals = Map<string, unknown>;

const keyOf = ({ row, column }: Change): string => cellKey(row.key, column);

/** Products that are saved at the same time. */
const PARALLEL = 4;

/**
 * Saves changed cells: the prices of a product in one request, its visibility in another, and the stock of all together.
 * Cells that are refused are reported; the others are saved.
 */
export async function saveSheet(
  store: string,
  shop: string | undefined,
  changes: Change[],
  progress: (done: number) => void,
): Promise<Refusals> {
  const refused: Refusals = new Map();
  const queue = [...Map.groupBy(changes, ({ row }) => row.product.id).values()];
  let done = 0;
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await saveProduct(store, next, refused);
      done += next.length;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const counted = changes.filter(({ column }) => column === 'stock');
  for (let at = 0; at < counted.length; at += MAX_COUNTS)
    await saveCounts(store, shop ?? '', counted.slice(at, at + MAX_COUNTS), refused);
  return refused;
}

async function saveProduct(store: string, changes: Change[], refused: Refusals): Promise<void> {
  const { product } = changes[0]!.row;
  const params = { store, product: product.id };
  const amounts = changes.filter(({ column }) => column in AMOUNT_FIELDS);
  const shown = changes.find(({ column }) => column === 'visibility');
  let version = product.updatedAt;
  if (amounts.length > 0) {
    const { body, cellOf } = pricesOf(product, amounts);
    await send(priceRoutes.edit, { params, body }, { key: newKey() }).then(
      ({ productVersion }) => (version = productVersion ?? version),
      (error: unknown) => refuse(refused, amounts, error, cellOf),
    );
  }
  if (shown === undefined) return;
  const body: ProductFieldsBody = {
    version,
    visibility: shown.value as NonNullable<ProductFieldsBody['visibility']>,
    ...(product.isDraft && { publish: true }),
  };
  await send(productRoutes.update, { params, body }, { key: newKey() }).catch((error: unknown) =>
    refuse(refused, [shown], error),
  );
}

/** Request for amounts of a product, and the cell that a field of its problems belongs to. */
function pricesOf({ amounts: { version }, updatedAt: productVersion }: SheetProduct, changes: Change[]) {
  const fields = (of: Change[]) =>
    Object.fromEntries(
      of.map(({ column, value }) => [AMOUNT_FIELDS[column as keyof typeof AMOUNT_FIELDS], value]),
    ) as Omit<PricesBody, 'variants'>;
  const own = changes.filter(({ row }) => row.variantId === null);
  const byVariant = [
    ...Map.groupBy(
      changes.filter(({ row }) => row.variantId !== null),
      ({ row }) => row.key,
    ),
  ];
  const body: PricesBody = {
    ...fields(own),
    productVersion,
    variants: byVariant.map(([id, of]) => ({ id, ...fields(of) })),
    ...(version === null ? {} : { expectedVersion: version }),
  };
  const cellOf = (field: string): Change | undefined => {
    const at = /^variants\[(\d+)\]/.exec(field)?.[1];
    const within = at === undefined ? own : byVariant[Number(at)]?.[1];
    const name = field.split('.').at(-1)!.toLowerCase();
    const column = name.startsWith('compare') ? 'compareAt' : name.startsWith('cost') ? 'cost' : 'price';
    return within?.find((change) => change.column === column);
  };
  return { body, cellOf };
}

async function saveCounts(
  store: string,
  shopId: string,
  changes: Change[],
  refused: Refusals,
): Promise<void> {
  const items = changes.map(({ row: { product, variantId, stored }, value }) => ({
    shopId,
    productId: product.id,
    variantId,
    onHand: value as number,
    expectedOnHand: (stored.stock ?? 0) as number,
  }));
  const cellOf = (field: string) => changes[Number(/^items\[(\d+)\]/.exec(field)?.[1])];
  await send(stockRoutes.setCounts, { params: { store }, body: { items } }, { key: newKey() }).catch(
    (error: unknown) => refuse(refused, changes, error, cellOf),
  );
}

/** Reports a refusal at the cells that it names, or at all of the request. */
function refuse(
  refused: Refusals,
  changes: Change[],
  error: unknown,
  cellOf: (field: string) => Change | undefined = () => undefined,
): void {
  const details = error instanceof ApiError ? error.details : [];
  const located = details.flatMap((detail) => {
    const change = detail.field === undefined ? undefined : cellOf(detail.field);
    return change === undefined || (detail.reason === 'changed_since_read' && change.column !== 'stock')
      ? []
      : [[keyOf(change), detail] as const];
  });
  for (const [key, detail] of located) refused.set(key, detail);
  if (located.length === 0) for (const change of changes) refused.set(keyOf(change), error);
}
