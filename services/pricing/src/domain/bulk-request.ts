import {
  StartBulkPriceChangeRequest_Target as Target,
  type StartBulkPriceChangeRequest,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { AmountChange, ChangedAmounts, ProductSelection } from './bulk-change.ts';
import { MAX_AMOUNT_CENTAVOS, MAX_PERCENT_BP, WHOLE_BP, type RoundingCentavos } from './engine/amount.ts';
import { checkRounding } from './field-checks.ts';

const MAX_PRODUCT_IDS = 10_000;

/** Above this many products, one bulk event replaces per-product events (contract, section 8). */
const BULK_THRESHOLD = 5_000;

/** True when an operation on so many products publishes one bulk event instead of one per product. */
export const isBulkOperation = (products: number): boolean => products > BULK_THRESHOLD;

/**
 * Checks a bulk change by itself, without stored data.
 * @throws Fault `invalid_request` with all problems
 */
export function checkBulkRequest(request: StartBulkPriceChangeRequest): void {
  const { target, priceListId, products, roundingCentavos } = request;
  const isForList = target === Target.PRICE_LIST;
  const hasList = priceListId !== undefined;
  const errors = new FieldErrors();
  if (!isForList && target !== Target.PRICES && target !== Target.COSTS) errors.addMissing('target');
  if (isForList && !hasList) errors.addMissing('price_list_id');
  if (!isForList && hasList) errors.add('price_list_id', 'Requires the target price_list.');
  if (products === undefined) errors.addMissing('products');
  if (products?.$case === 'productIds')
    errors.count('product_ids.ids', products.value.ids.length, 1, MAX_PRODUCT_IDS);
  checkAddend(errors, addendOf(request));
  checkRounding(errors, 'rounding_centavos', roundingCentavos);
  errors.throwIfAny();
}

function checkAddend(errors: FieldErrors, by: AmountChange['by'] | undefined): void {
  if (by === undefined) errors.addMissing('change');
  else if ('percentBp' in by) errors.integer('change', by.percentBp, 1 - WHOLE_BP, MAX_PERCENT_BP);
  else errors.integer('change', by.amountCentavos, -MAX_AMOUNT_CENTAVOS, MAX_AMOUNT_CENTAVOS);
}

/** Reads the selected products from a request; none of the conditions selects all. */
export function selectionOf({ products }: StartBulkPriceChangeRequest): ProductSelection {
  switch (products?.$case) {
    case 'categoryId':
      return { categoryId: products.value };
    case 'brandId':
      return { brandId: products.value };
    case 'productIds':
      return { productIds: products.value.ids };
    case 'all':
    case undefined:
      return {};
  }
}

/** Reads the change of amounts from a checked request. */
export function amountChangeOf(request: StartBulkPriceChangeRequest): AmountChange {
  return { by: addendOf(request)!, roundingCentavos: request.roundingCentavos as RoundingCentavos };
}

function addendOf({ change }: StartBulkPriceChangeRequest): AmountChange['by'] | undefined {
  if (change === undefined) return undefined;
  return change.$case === 'percentBp' ? { percentBp: change.value } : { amountCentavos: change.value };
}

/** Reads the changed amounts from a request whose target is not a list. */
export const changedAmountsOf = ({ target }: StartBulkPriceChangeRequest): ChangedAmounts =>
  target === Target.COSTS ? 'costs' : 'prices';
