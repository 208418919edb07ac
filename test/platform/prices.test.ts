import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { InventoryServiceService } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { PricingServiceService } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Methods } from '@commerce/service-kit/grpc/server.ts';
import { atLongLevel } from '@commerce/service-kit/testing/level.ts';
import { NOW_MS, SHOPS, type World } from '../../services/pricing/test/support/world.ts';
import { referencePrice, referencePrices } from '../../services/pricing/test/support/reference.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { newStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { createWorld, sampleWorlds } from '../support/priced-world.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, processes } = platform();

const channels: GrpcChannel[] = [];
function connect<S extends Methods>(service: string, definition: S): ClientOf<S> {
  const channel = new GrpcChannel(processes[service]!.address, [definition]);
  channels.push(channel);
  return channel.service(definition);
}
const catalog = connect('catalog', CatalogServiceService);
const pricing = connect('pricing', PricingServiceService);
const inventory = connect('inventory', InventoryServiceService);
const orders = connect('orders', OrdersServiceService);

let storeId: string;
let client: WritingClient;
let shops: string[];

const context = (): Context => ({
  storeId,
  actor: { kind: Actor_Kind.PERSON, id: 'per_test', appId: '' },
  requestId: 'prices-test',
  deadlineMs: deadlineIn(30_000),
});

beforeAll(async () => {
  const store = await newStore('enterprise');
  storeId = store.id;
  const tokens = await new AppClient(gateways[0], await newApp()).install(store.owner);
  client = new WritingClient(gateways[0], tokens.access_token);
  shops = await Promise.all(['A', 'B', 'C'].map(addShop));
});
afterAll(() => channels.forEach((channel) => channel.close()));

async function addShop(name: string): Promise<string> {
  const address = { street: 'Corrientes', streetNumber: 1, city: 'CABA', postalCode: 'C1043' };
  const { shop } = await catalog.createShop(context(), {
    fields: {
      name,
      phone: '+54 11 5555-0100',
      email: 'shop@example.com',
      address,
      schedule: [],
      isActive: true,
    },
  });
  return shop!.id;
}

/** Sellable items of a world: active variants, and products without variants. */
const soldIn = ({ products }: World) =>
  products.flatMap((product) =>
    product.variants.length === 0
      ? [{ product, variantId: null }]
      : product.variants
          .filter(({ isActive }) => isActive)
          .map(({ variantId }) => ({ product, variantId: variantId as string | null })),
  );

describe('prices of a random store', () => {
  test.each(sampleWorlds(atLongLevel ? 8 : 3).map((world, n) => [n, world] as const))(
    'GET /prices, the resolver and an order have the prices of the reference implementation: store %i',
    async (_, random) => {
      const world = await createWorld({ catalog, pricing, context }, random, shops);
      const lists = [undefined, ...world.lists.map(({ priceListId }) => priceListId)];
      for (const [n, shop] of shops.slice(0, SHOPS.length).entries()) {
        const defaultList = lists[n === 0 ? lists.length - 1 : 0];
        await pricing.setShopPriceList(context(), { shopId: shop, priceListId: defaultList });
        for (const list of lists) await expectReference(world, shop, list, list ?? defaultList);
        await expectOrder(world, shop, defaultList);
      }
    },
  );
});

async function expectReference(world: World, shop: string, requested: string | undefined, applied?: string) {
  const list = requested === undefined ? '' : `&price_list=${requested}`;
  for (const row of referencePrices(world, shop, applied, NOW_MS)) {
    const { body } = await client.get(`/prices?shop=${shop}&product=${row.productId}${list}`);
    expect(body.data).toMatchObject([
      { ...priceOf(row), price_list_id: applied ?? null, variants: row.variants.map(priceOf) },
    ]);
  }
  const sold = soldIn(world);
  if (sold.length === 0) return;
  const items = sold.map(({ product, variantId }) => ({
    productId: product.productId,
    variantId: variantId ?? undefined,
  }));
  const { results } = await pricing.resolvePrices(context(), { shopId: shop, priceListId: requested, items });
  const prices = results.map(({ result }) =>
    result?.$case === 'ok' ? result.value.priceCentavos : undefined,
  );
  expect(prices).toEqual(sold.map((item) => referenceOf(world, item, shop, applied).priceCentavos));
}

/** A POS sale of everything that has a price, with the shop's default price list. */
async function expectOrder(world: World, shop: string, applied: string | undefined) {
  const priced = soldIn(world).filter(
    (item) => referenceOf(world, item, shop, applied).originalPriceCentavos > 0,
  );
  const lines = priced.map(({ product, variantId }, n) => ({
    product,
    variantId,
    productId: product.productId,
    quantity: n + 1,
  }));
  if (lines.length === 0) return;
  const stocked = lines.map(({ productId, variantId, quantity }) => ({
    shopId: shop,
    productId,
    variantId: variantId ?? undefined,
    onHand: quantity,
  }));
  await inventory.setStockMany(context(), { items: stocked, reason: 'recuento' });
  const { order } = await orders.createOrder(context(), {
    source: OrderSource.POS,
    shopId: shop,
    lines: lines.map(({ productId, variantId, quantity }) => ({
      productId,
      variantId: variantId ?? undefined,
      quantity,
    })),
    shipping: undefined,
    paymentGateway: PaymentGateway.CASH,
    payments: [],
    discountCentavos: 0,
  });
  const expected = lines.map((line) => referenceOf(world, line, shop, applied).priceCentavos);
  expect(order!.lineItems.map((line) => line.unitPriceCentavos)).toEqual(expected);
  expect(order!.totalCentavos).toBe(expected.reduce((sum, price, n) => sum + price * (n + 1), 0));
}

function referenceOf(
  world: World,
  { product, variantId }: { product: World['products'][number]; variantId: string | null },
  shopId: string,
  listId: string | undefined,
) {
  return referencePrice(world, { product, variantId }, { shopId, listId, atMs: NOW_MS });
}

/** A price as the API returns it. */
const priceOf = (row: { priceCentavos: number; originalPriceCentavos: number; source: string }) => ({
  price: row.priceCentavos / 100,
  original_price: row.originalPriceCentavos / 100,
  source: row.source,
});
