import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type {
  CreateOrderRequest,
  CreateOrderRequest_Line,
  LineItem,
} from '@commerce/proto/commerce/orders/v1/orders.ts';
import type {
  ResolvePricesResponse_Price,
  ResolvePricesResponse_Result,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { Fault, invalid } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { checkPriced, checkSold, checkTotal, lineItemOf, productLineIndexes } from '../domain/line-items.ts';
import type { Deps } from '../deps.ts';

/** Lines to be priced. */
export interface LinesRequest extends Pick<CreateOrderRequest, 'source' | 'shopId' | 'priceListId'> {
  lines: readonly CreateOrderRequest_Line[];
  /** Name of a line in refusals, by its index; `lines[n]` when absent. */
  nameOf?: (index: number) => string;
}

const nameByIndex = (index: number): string => `lines[${index}]`;

/**
 * Prices lines by the price engine, and names them as catalog does.
 * @param products those of the lines
 * @param errors problems that were found before
 * @throws Fault invalid_request naming every bad line
 */
export async function gatherLines(
  deps: Deps,
  ctx: Context,
  request: LinesRequest,
  products: ReadonlyMap<string, Product>,
  errors: FieldErrors,
): Promise<LineItem[]> {
  const { nameOf = nameByIndex } = request;
  const lines = request.lines.map((line) => ({ line, product: products.get(line.productId ?? '') }));
  lines.forEach((line, n) => checkSold(errors, nameOf(n), line, request));
  errors.throwIfAny();

  const prices = await pricesOf(deps, ctx, request);
  lines.forEach((_line, n) => checkPriced(errors, nameOf(n), prices.get(n), request));
  const lineItems = lines.map((line, n) => lineItemOf(line, prices.get(n)));
  lineItems.forEach((item, n) => checkTotal(errors, nameOf(n), item));
  errors.throwIfAny();
  return lineItems;
}

/** Products of lines, by id. */
export async function productsOf(
  { clients }: Deps,
  ctx: Context,
  lines: readonly CreateOrderRequest_Line[],
): Promise<Map<string, Product>> {
  const storeId = storeOf(ctx);
  const ids = new Set(lines.map(({ productId = '' }) => productId).filter((id) => isId('prd', id)));
  if (ids.size === 0) return new Map();
  const keys = [...ids].map((id) => ({ storeId, id }));
  const { products } = await clients.catalog.batchGetProducts(childContext(ctx), { keys });
  return new Map(products.map((product) => [product.id, product]));
}

/**
 * Prices of the lines with a product, by the index of the line.
 * @throws Fault invalid_request naming each `lines[n]` that pricing refuses
 */
async function pricesOf(
  { clients }: Deps,
  ctx: Context,
  { shopId, priceListId, lines, nameOf = nameByIndex }: LinesRequest,
): Promise<Map<number, ResolvePricesResponse_Price>> {
  const indexes = productLineIndexes(lines);
  if (indexes.length === 0) return new Map();
  const items = indexes.map((index) => {
    const { productId = '', variantId } = lines[index]!;
    return { productId, variantId };
  });
  try {
    const { results } = await clients.pricing.resolvePrices(childContext(ctx), {
      shopId,
      priceListId,
      items,
    });
    return pricesByLine(indexes, results, nameOf);
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found' && priceListId !== undefined)
      throw invalid('price_list_id', 'The store has no such price list.');
    throw error;
  }
}

function pricesByLine(
  indexes: number[],
  results: ResolvePricesResponse_Result[],
  nameOf: (index: number) => string,
): Map<number, ResolvePricesResponse_Price> {
  const prices = new Map<number, ResolvePricesResponse_Price>();
  const errors = new FieldErrors();
  for (const [n, { result }] of results.entries()) {
    const index = indexes[n]!;
    if (result?.$case === 'ok') prices.set(index, result.value);
    else errors.add(`${nameOf(index)}.${result!.value.field}`, result!.value.message);
  }
  errors.throwIfAny();
  return prices;
}
