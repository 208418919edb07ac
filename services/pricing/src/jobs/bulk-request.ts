import {
  StartBulkPriceChangeRequest_Target as Target,
  type StartBulkPriceChangeRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { AmountChange, ChangedAmounts } from '../domain/bulk-change.ts';
import type { RoundingCentavos } from '../domain/engine/amount.ts';
import type { ChosenProducts } from '../store/bulk-products.ts';

/** Which products a request is for; undefined when it does not say. */
export function chosenBy({ products }: StartBulkPriceChangeRequest): ChosenProducts | undefined {
  switch (products?.$case) {
    case undefined:
      return undefined;
    case 'categoryId':
      return { categoryId: products.value };
    case 'brandId':
      return { brandId: products.value };
    case 'productIds':
      return { productIds: products.value.ids };
    case 'all':
      return {};
  }
}

/** What a request adds to each amount; undefined when it does not say. */
export function addedBy({ change }: StartBulkPriceChangeRequest): AmountChange['by'] | undefined {
  if (change === undefined) return undefined;
  return change.$case === 'percentBp' ? { percentBp: change.value } : { amountCentavos: change.value };
}

/** The change of a request that was checked. */
export function amountChangeOf(request: StartBulkPriceChangeRequest): AmountChange {
  return { by: addedBy(request)!, roundingCentavos: request.roundingCentavos as RoundingCentavos };
}

/** Which amounts of products a request that is not for a list changes. */
export const changedAmountsOf = ({ target }: StartBulkPriceChangeRequest): ChangedAmounts =>
  target === Target.COSTS ? 'costs' : 'prices';
