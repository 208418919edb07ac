import { presentEvent } from '../../../src/events/body.ts';
import { EVENT_EXAMPLES } from '../../../src/2026-10/examples/events.ts';
import { exampleCustomer } from '../../../src/2026-10/examples/order.ts';
import { bareProduct, exampleProduct } from '../../../src/2026-10/examples/product.ts';
import { routes as old } from '../../../src/2026-10/index.ts';
import { encodedOne, encodedPage, presentOne } from '../../../src/2026-10/presenters/common.ts';
import { NO_GRANTS, route } from '../../../src/route.ts';
import type { VersionRoutes } from '../../../src/versions.ts';
import {
  customerResource,
  eventShapes,
  presentCustomer,
  presentProduct,
  productResource,
} from './presenters.ts';
import * as schemas from './schemas.ts';

const { pages, single } = schemas;
const customerExample = presentCustomer(exampleCustomer);
const productExample = presentProduct(exampleProduct, NO_GRANTS);
const bareExample = presentProduct(bareProduct, NO_GRANTS);
const { event, resources, grants } = EVENT_EXAMPLES['product.deleted']!;
const eventExample = presentEvent(eventShapes, event, resources, grants) as schemas.EventJson;

const CUSTOMER_FIELDS = { email: 'email_address' };
const PRODUCT_FIELDS = { 'weight.value': 'weight_value', 'weight.unit': 'weight_unit' };

const { listPriceLists: _, ...kept } = old;

export const routes = {
  ...kept,
  listCustomers: route({
    ...old.listCustomers,
    success: {
      status: 200,
      schema: pages.customers,
      example: { data: [customerExample], next_cursor: null },
    },
    ...encodedPage(customerResource),
  }),
  getCustomer: route({
    ...old.getCustomer,
    success: { status: 200, schema: single.customer, example: { data: customerExample } },
    ...encodedOne(customerResource),
  }),
  createCustomer: route({
    ...old.createCustomer,
    body: schemas.createCustomerBody,
    fieldNames: CUSTOMER_FIELDS,
    success: { status: 201, schema: single.customer, example: { data: customerExample } },
    present: presentOne(presentCustomer),
  }),
  updateCustomer: route({
    ...old.updateCustomer,
    body: schemas.updateCustomerBody,
    fieldNames: CUSTOMER_FIELDS,
    success: { status: 200, schema: single.customer, example: { data: customerExample } },
    present: presentOne(presentCustomer),
  }),
  listProducts: route({
    ...old.listProducts,
    query: schemas.listProductsQuery,
    fieldNames: { category: 'category_id' },
    description: old.listProducts.description.replace('`category`', '`category_id`'),
    success: { status: 200, schema: pages.products, example: { data: [productExample], next_cursor: null } },
    ...encodedPage(productResource),
  }),
  getProduct: route({
    ...old.getProduct,
    success: { status: 200, schema: single.product, example: { data: productExample } },
    ...encodedOne(productResource),
  }),
  createProduct: route({
    ...old.createProduct,
    body: schemas.createProductBody,
    fieldNames: PRODUCT_FIELDS,
    success: { status: 201, schema: single.product, example: { data: bareExample } },
    present: presentOne(presentProduct),
  }),
  updateProduct: route({
    ...old.updateProduct,
    body: schemas.updateProductBody,
    fieldNames: PRODUCT_FIELDS,
    success: { status: 200, schema: single.product, example: { data: productExample } },
    present: presentOne(presentProduct),
  }),
  setPrices: route({
    ...old.setPrices,
    success: { status: 200, schema: single.product, example: { data: productExample } },
    ...encodedOne(productResource),
  }),
  listEvents: route({
    ...old.listEvents,
    success: { status: 200, schema: pages.events, example: { data: [eventExample], next_cursor: null } },
    present: (page: Parameters<typeof old.listEvents.present>[0]) =>
      old.listEvents.present(page, NO_GRANTS) as { data: schemas.EventJson[]; next_cursor: string | null },
  }),
} satisfies VersionRoutes;
