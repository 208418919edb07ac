import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { ConsoleClient } from './console-client.ts';
import { newStore, type TestStore } from './new-store.ts';

/** A store with two shops and a priced product with ten units in the first shop. */
export interface StockedStore extends TestStore {
  /** A client of its owner. */
  client: ConsoleClient;
  shops: [string, string];
  product: { id: string; name: string };
}

/** Names in a stocked store. */
interface StockedNames {
  store: string;
  product: string;
  shops: [string, string];
  /** Description of the shops. */
  about: string;
}

const SHOP = {
  image: '',
  phone: '341 555-0101',
  email: 'centro@example.com',
  address: {
    street: 'San Martín',
    streetNumber: 100,
    crossStreets: '',
    city: 'Rosario',
    postalCode: '2000',
  },
  schedule: [],
  isActive: true,
};

/** Creates a stocked store through the console API. */
export async function newStockedStore(
  gateway: string,
  names: StockedNames = {
    store: 'Almacén con stock',
    product: 'Yerba mate',
    shops: ['Centro', 'Norte'],
    about: '',
  },
): Promise<StockedStore> {
  const store = await newStore('enterprise', { name: names.store });
  const client = await ConsoleClient.of(gateway, store.owner);
  const params = { store: store.id };
  const open = async (name: string) =>
    (await client.call(shopRoutes.create, { params, body: { ...SHOP, description: names.about, name } })).id;
  const shops: [string, string] = [await open(names.shops[0]), await open(names.shops[1])];
  const name = names.product;
  const { id } = await client.call(productRoutes.create, { params, body: { name } });
  const product = { ...params, product: id };
  const { updatedAt: version } = (await client.call(productRoutes.get, { params: product })).product;
  await client.call(productRoutes.update, {
    params: product,
    body: { publish: true, isActive: true, version },
  });
  const body = { priceCentavos: 100_000, costCentavos: 60_000, variants: [] };
  await client.call(priceRoutes.edit, { params: product, body });
  const count = { shopId: shops[0], productId: id, variantId: null, set: 10 };
  await client.call(stockRoutes.adjust, { params, body: count });
  return { ...store, client, shops, product: { id, name } };
}
