import {
  StartBulkPriceChangeRequest_Target as Target,
  type PreviewBulkPriceChangeRequest,
  type PreviewBulkPriceChangeResponse,
  type PreviewBulkPriceChangeResponse_Example as Example,
  type StartBulkPriceChangeRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { changeAll, changeAmount, type AmountChange, type ChangedAmounts } from '../domain/bulk-change.ts';
import type { ProductPrices } from '../domain/product-prices.ts';
import { amountChangeOf, changedAmountsOf, checkBulkRequest, selectionOf } from '../domain/bulk-request.ts';
import {
  priceListEntryCountSelected,
  priceListEntryListSelected,
  productCountSelected,
  productListSelected,
} from '../store/bulk-selection.ts';
import { priceListExists } from '../store/price-list.ts';
import { productPricesLoadMany } from '../store/product-prices.ts';

const MAX_EXAMPLES = 20;

export const previewBulkPriceChange =
  (deps: Deps): Handler<PreviewBulkPriceChangeRequest, PreviewBulkPriceChangeResponse> =>
  async (ctx, { change: request }) => {
    if (request === undefined) throw invalid('change', 'Is required.', 'missing');
    checkBulkRequest(request);
    const preview = request.target === Target.PRICE_LIST ? previewEntries : previewProducts;
    return preview(deps, storeOf(ctx), request, amountChangeOf(request));
  };

async function previewEntries(
  { db, prisma }: Deps,
  storeId: string,
  request: StartBulkPriceChangeRequest,
  change: AmountChange,
): Promise<PreviewBulkPriceChangeResponse> {
  const priceListId = request.priceListId!;
  if (!(await priceListExists(prisma, storeId, priceListId))) throw notFound();
  const selection = selectionOf(request);
  const [total, entries] = await Promise.all([
    priceListEntryCountSelected(db, storeId, selection, priceListId),
    priceListEntryListSelected(db, storeId, { priceListId, selection, after: ['', ''], limit: MAX_EXAMPLES }),
  ]);
  const examples = entries.map(({ productId, variantId, priceCentavos }) => ({
    productId,
    variantId: variantId === '' ? undefined : variantId,
    beforeCentavos: priceCentavos,
    afterCentavos: changeAmount(change, priceCentavos),
  }));
  return { total, examples };
}

async function previewProducts(
  { db }: Deps,
  storeId: string,
  request: StartBulkPriceChangeRequest,
  change: AmountChange,
): Promise<PreviewBulkPriceChangeResponse> {
  const selection = selectionOf(request);
  const [total, productIds] = await Promise.all([
    productCountSelected(db, storeId, selection),
    productListSelected(db, storeId, selection, MAX_EXAMPLES),
  ]);
  const amounts = changedAmountsOf(request);
  const before = await productPricesLoadMany(db, storeId, productIds);
  const examples = before.flatMap((product) =>
    examplesOf(amounts, product, changeAll(product, amounts, change)),
  );
  return { total, examples: examples.slice(0, MAX_EXAMPLES) };
}

/** The changed amounts of a product; with variants, their prices instead of the product's, which derives from them. */
function examplesOf(amounts: ChangedAmounts, before: ProductPrices, after: ProductPrices): Example[] {
  const { productId, variants } = before;
  const ofProduct = (beforeCentavos: number, afterCentavos: number): Example => ({
    productId,
    beforeCentavos,
    afterCentavos,
  });
  const ofVariants = variants.flatMap((variant, n): Example[] => {
    const { variantId } = variant;
    const changed = after.variants[n]!;
    if (amounts === 'prices')
      return [{ ...ofProduct(variant.priceCentavos, changed.priceCentavos), variantId }];
    if (variant.costCentavos === null) return [];
    return [{ ...ofProduct(variant.costCentavos, changed.costCentavos!), variantId }];
  });
  if (amounts === 'costs')
    return before.costCentavos === null
      ? ofVariants
      : [ofProduct(before.costCentavos, after.costCentavos!), ...ofVariants];
  return variants.length > 0 ? ofVariants : [ofProduct(before.priceCentavos, after.priceCentavos)];
}
