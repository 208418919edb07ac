import type { PriceList, PriceListRule } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { PriceListJson } from '../schemas/price-list.ts';
import { pesos } from './common.ts';

/** Price list, and the shops whose default it is. */
export interface PriceListWithShops {
  priceList: PriceList;
  defaultShopIds: string[];
}

/** Rounding to the centavo: none. */
const NO_ROUNDING = 1;

const presentRule = ({ percentBp, overListId, roundingCentavos }: PriceListRule): PriceListJson['rule'] => ({
  percent: percentBp / 100,
  base_price_list_id: overListId ?? null,
  rounding: roundingCentavos === NO_ROUNDING ? null : pesos(roundingCentavos),
});

/** Price list (decisions, "Additions to the contract"). */
export const presentPriceList = ({
  priceList: { id, name, rule },
  defaultShopIds,
}: PriceListWithShops): PriceListJson => ({
  id,
  name,
  rule: rule === undefined ? null : presentRule(rule),
  default_shop_ids: defaultShopIds,
});
