import { setTimeout as sleep } from 'node:timers/promises';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { requestRoutes } from '@commerce/console-api/routes/requests.ts';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { call } from './api.ts';
import { ConsoleClient } from './console-client.ts';
import { AppClient } from './install-app.ts';
import { newApp, newDeveloper } from './new-app.ts';
import { join, newPerson, type TestPerson } from './new-store.ts';
import { apiRoot, platform } from './platform.ts';
import { newStockedStore, type StockedStore } from './stocked-store.ts';

/** Strings used in the world. */
export interface WorldStrings {
  /** Name of everything: products, lists, people, apps. At most 60 characters. */
  name: string;
  /** Descriptions, notes, reasons. At most 400 characters. */
  text: string;
}

/** A store and a developer with one resource of every kind. */
export interface FilledWorld {
  /** Ids by route parameter: `store`, `product`, `order`… */
  ids: Record<string, string>;
  owner: TestPerson;
  developer: TestPerson;
}

const FILE = `Handle,Title,Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price
gorro-lana,NAME,Andes,true,Title,Default Title,GL-1,12,15900
medias,NAME,Andes,true,Title,Default Title,MT-1,-3,6500
`;

/** Creates a filled world through the APIs that people use. */
export async function newFilledWorld(gateway: string, texts: WorldStrings): Promise<FilledWorld> {
  const store = await newStockedStore(gateway, {
    store: texts.name,
    product: texts.name,
    shops: [texts.name, `${texts.name} 2`],
    about: texts.text,
  });
  const contents = await fillStore(store, texts);
  const { developer, ids } = await newAppOf(gateway, texts, store);
  const staff = await ConsoleClient.of(gateway, platform().demo.platform);
  const plan = { planTier: 'enterprise' as const, reason: texts.text };
  await staff.call(platformRoutes.setPlan, { params: { id: store.id }, body: plan });
  return {
    ids: { store: store.id, shop: store.shops[0], product: store.product.id, ...contents, ...ids },
    owner: store.owner,
    developer,
  };
}

/** Creates one resource of every kind in a store. */
async function fillStore(store: StockedStore, texts: WorldStrings): Promise<Record<string, string>> {
  const { client } = store;
  const params = { store: store.id };
  const { session } = await client.call(sessionRoutes.get, {});
  const { version } = session!.person;
  await client.call(peopleRoutes.updateProfile, { body: { name: texts.name, version } });
  await join(await newPerson(texts.name), store.id, 'sales');
  const loss = { shopId: store.shops[0], productId: store.product.id, variantId: null, delta: -1 };
  await client.call(stockRoutes.adjust, { params, body: { ...loss, reason: texts.name } });
  await client.call(peopleRoutes.invite, {
    params,
    body: { email: `${store.id}@example.com`, role: 'sales' },
  });
  return {
    ...(await newLabels(store, texts)),
    list: (await client.call(priceRoutes.createList, { params, body: { name: texts.name, rule: RULE } })).id,
    promotion: await newPromotion(store, texts),
    ...(await newSale(store, texts)),
    import: await newImport(store, texts),
  };
}

const RULE = { percentBp: -1_000, overListId: null, roundingCentavos: 100 } as const;

async function newLabels({ client, id, product }: StockedStore, { name, text }: WorldStrings) {
  const params = { store: id };
  const label = { name, isActive: true, image: '' };
  const category = await client.call(productRoutes.createCategory, {
    params,
    body: { ...label, parentId: null },
  });
  const brand = await client.call(productRoutes.createBrand, { params, body: label });
  const body = {
    description: text,
    categoryIds: [category.id],
    brandIds: [brand.id],
    tags: [name.slice(0, 40)],
  };
  const one = { ...params, product: product.id };
  const { updatedAt: version } = (await client.call(productRoutes.get, { params: one })).product;
  await client.call(productRoutes.update, { params: one, body: { ...body, version } });
  return { category: category.id, brand: brand.id };
}

async function newPromotion({ client, id, product }: StockedStore, { name }: WorldStrings): Promise<string> {
  const body = {
    name,
    percentBp: 1_000,
    amountCentavos: null,
    productIds: [product.id],
    categoryIds: [],
    brandIds: [],
    shopIds: [],
    startsAt: new Date().toISOString(),
    endsAt: null,
  };
  return (await client.call(priceRoutes.createPromotion, { params: { store: id }, body })).id;
}

/** Creates a customer with an order. */
async function newSale({ client, id, shops, product }: StockedStore, { name, text }: WorldStrings) {
  const params = { store: id };
  const address = {
    street: name,
    streetNumber: '1',
    apartment: '',
    city: name,
    state: 'Santa Fe',
    postalCode: '2000',
    notes: text,
  };
  const person = {
    name,
    email: 'ana@example.com',
    phone: '341 555-0102',
    dni: '',
    shippingAddresses: [address],
  };
  const customer = (
    await client.call(customerRoutes.create, { params, body: { ...person, isContact: false } })
  ).id;
  const body = {
    source: 'phone' as const,
    shopId: shops[0],
    customerId: customer,
    lines: [
      { productId: product.id, quantity: 1 },
      { name, unitPriceCentavos: 150_000, quantity: 2 },
    ],
    paymentGateway: 'cash' as const,
    discountCentavos: 0,
  };
  const one = { ...params, customer };
  const { updatedAt: version } = await client.call(customerRoutes.get, { params: one });
  const tags = [name.slice(0, 40)];
  await client.call(customerRoutes.setTags, { params: one, body: { tags, version } });
  const { order } = await client.call(orderRoutes.create, { params, body });
  const end = { as: 'cancelled' as const, notes: text, version: order.updatedAt };
  await client.call(orderRoutes.end, { params: { ...params, order: order.id }, body: end });
  const { order: open } = await client.call(orderRoutes.create, { params, body });
  return { customer, order: open.id };
}

/** Uploads an import with an invalid row and waits for its preview. */
async function newImport({ client, id }: StockedStore, { name }: WorldStrings): Promise<string> {
  const params = { store: id };
  const rows = Buffer.from(FILE.replaceAll('NAME', `"${name.replaceAll('"', '""')}"`));
  const answer = await client.send(productRoutes.startImport, {
    params,
    query: { name: 'x.csv' },
    body: rows,
  });
  const made = (answer.body as { id: string }).id;
  const input = { params: { ...params, import: made } };
  while ((await client.call(productRoutes.getImport, input)).state === 'reading') await sleep(100);
  return made;
}

/** Creates a developer whose app is installed on the store, with an endpoint, a delivery and a change in review. */
async function newAppOf(gateway: string, { name, text }: WorldStrings, store: StockedStore) {
  const person = await newPerson(name);
  const developer = await newDeveloper(name, [person]);
  const app = await newApp(['read_products'], { name, developerId: developer });
  const { access_token } = await new AppClient(gateway, app).install(store.owner);
  await call(apiRoot(gateway), '/orders', access_token);
  const client = await ConsoleClient.of(gateway, person);
  const params = { developer, app: app.client_id };
  const { id: testStore } = await client.call(developerRoutes.createStore, { params, body: { name } });
  await client.call(webhookRoutes.put, {
    params,
    body: { url: 'https://receiver.example/webhooks', eventTypes: ['product.updated'] },
  });
  const { deliveryId: delivery } = await client.call(webhookRoutes.ping, { params });
  const body = {
    name,
    description: text,
    logoUrl: '',
    installUrl: '',
    redirectUris: [app.redirect_uri],
    scopes: ['read_products', 'read_stock'],
    supportUrl: '',
    supportEmail: '',
  };
  const { updatedAt: version } = (await client.call(developerRoutes.getApp, { params })).app;
  await client.call(developerRoutes.updateApp, { params, body: { ...body, version } });
  const { id: review } = await client.call(developerRoutes.submit, { params, body: { note: text } });
  const request = await failedRequest(client, params);
  return {
    developer: person,
    ids: { developer, testStore, app: app.client_id, listedApp: app.client_id, delivery, review, request },
  };
}

/** Waits until a failed request is in the log of the app. */
async function failedRequest(
  client: ConsoleClient,
  params: { developer: string; app: string },
): Promise<string> {
  for (;;) {
    const { items } = await client.call(requestRoutes.list, { params, query: {} });
    if (items[0] !== undefined) return items[0].id;
    await sleep(100);
  }
}
