import type { Product, Variant } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type {
  SetCompareAtPricesRequest,
  SetCostsRequest,
  SetPricesRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { ImportedAmounts, ImportedProduct } from './csv/imported-product.ts';

/** Requests to pricing; undefined for amounts that do not differ from the copy in catalog. */
export interface AmountChanges {
  prices: SetPricesRequest | undefined;
  costs: SetCostsRequest | undefined;
  compareAt: SetCompareAtPricesRequest | undefined;
}

/**
 * Compares the prices and costs of a file with those of a product.
 * @returns the requests that set the different ones
 */
export function amountChanges(
  product: Product,
  imported: ImportedProduct,
  variantIds: string[],
): AmountChanges {
  if (imported.variants.length === 0) return ofProduct(product, imported.amounts ?? {});
  const byId = new Map(product.variants.map((variant) => [variant.id, variant]));
  const pairs = imported.variants.flatMap(({ amounts }, at) => {
    const variant = byId.get(variantIds[at]!);
    return variant === undefined ? [] : [{ variant, amounts }];
  });
  return ofVariants(product.id, pairs);
}

function ofProduct(product: Product, amounts: ImportedAmounts): AmountChanges {
  const base = { productId: product.id, variants: [], includeDrafts: true };
  const { priceCentavos, compareAtCentavos, costCentavos } = amounts;
  return {
    prices:
      priceCentavos === undefined || priceCentavos === product.priceCentavos
        ? undefined
        : { ...base, priceCentavos, expectedPriceCentavos: undefined },
    costs:
      costCentavos === undefined || costCentavos === product.costCentavos
        ? undefined
        : { ...base, costCentavos },
    compareAt:
      compareAtCentavos === undefined || (compareAtCentavos ?? undefined) === product.compareAtPriceCentavos
        ? undefined
        : { ...base, compareAt: newCompareAt(compareAtCentavos) },
  };
}

const newCompareAt = (centavos: number | null) =>
  centavos === null
    ? ({ $case: 'noCompareAtPrice', value: true } as const)
    : ({ $case: 'compareAtPriceCentavos', value: centavos } as const);

function ofVariants(
  productId: string,
  pairs: { variant: Variant; amounts: ImportedAmounts }[],
): AmountChanges {
  const prices = pairs.flatMap(({ variant, amounts: { priceCentavos } }) =>
    priceCentavos === undefined || priceCentavos === variant.priceCentavos
      ? []
      : [{ variantId: variant.id, priceCentavos }],
  );
  const costs = pairs.flatMap(({ variant, amounts: { costCentavos } }) =>
    costCentavos === undefined || costCentavos === variant.costCentavos
      ? []
      : [{ variantId: variant.id, costCentavos }],
  );
  const compareAt = pairs.flatMap(({ variant, amounts: { compareAtCentavos } }) => {
    const next = compareAtCentavos ?? undefined;
    return compareAtCentavos === undefined || next === variant.compareAtPriceCentavos
      ? []
      : [{ variantId: variant.id, compareAtPriceCentavos: next }];
  });
  const none = { priceCentavos: undefined, expectedPriceCentavos: undefined, costCentavos: undefined };
  const base = { productId, includeDrafts: true };
  return {
    prices: prices.length === 0 ? undefined : { ...none, ...base, variants: prices },
    costs: costs.length === 0 ? undefined : { ...none, ...base, variants: costs },
    compareAt: compareAt.length === 0 ? undefined : { ...base, compareAt: undefined, variants: compareAt },
  };
}
