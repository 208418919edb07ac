import type { Handlers } from '@commerce/public-api/versions.ts';
import type { Call } from '../call.ts';
import * as brands from './brands.ts';
import * as categories from './categories.ts';
import * as customers from './customers.ts';
import * as events from './events.ts';
import * as installation from './installation.ts';
import * as orders from './orders.ts';
import * as priceLists from './price-lists.ts';
import * as prices from './prices.ts';
import * as products from './products.ts';
import * as shops from './shops.ts';
import * as statusFlow from './status-flow.ts';
import * as stock from './stock.ts';
import * as stores from './stores.ts';

/** Handlers by operation; an operation without a handler does not compile. */
export const handlers: Handlers<Call> = {
  ...brands,
  ...categories,
  ...customers,
  ...events,
  ...installation,
  ...orders,
  ...priceLists,
  ...prices,
  ...products,
  ...shops,
  ...statusFlow,
  ...stock,
  ...stores,
};
