import type { PriceListWithShops } from '../presenters/price-list.ts';
import { IDS } from './ids.ts';

/** List of fixed prices only, which is the default of no shop. */
export const barePriceList: PriceListWithShops = {
  priceList: { id: IDS.priceList, name: 'Mayorista' },
  defaultShopIds: [],
};

/** List based on another one. */
export const examplePriceList: PriceListWithShops = {
  priceList: {
    id: IDS.secondPriceList,
    name: 'Mayorista, contado',
    rule: { percentBp: -750, overListId: IDS.priceList, roundingCentavos: 1_000 },
  },
  defaultShopIds: [IDS.shop, IDS.secondShop],
};
