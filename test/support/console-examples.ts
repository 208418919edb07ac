import type { consoleRoutes } from '@commerce/console-api/index.ts';
import { appExamples } from './console-examples/apps.ts';
import { cliExamples } from './console-examples/cli.ts';
import { customerExamples } from './console-examples/customers.ts';
import { dashboardExamples } from './console-examples/dashboard.ts';
import { developerExamples } from './console-examples/developer.ts';
import { directoryExamples } from './console-examples/directory.ts';
import type { ExamplesOf } from './console-examples/example.ts';
import { feedExamples } from './console-examples/feed.ts';
import { firstStepExamples } from './console-examples/first-steps.ts';
import { listExamples } from './console-examples/lists.ts';
import { orderExamples } from './console-examples/orders.ts';
import { parkedEventExamples } from './console-examples/parked-events.ts';
import { peopleExamples } from './console-examples/people.ts';
import { platformExamples } from './console-examples/platform.ts';
import { posExamples } from './console-examples/pos.ts';
import { priceExamples } from './console-examples/prices.ts';
import { productExamples } from './console-examples/products.ts';
import { registerExamples } from './console-examples/registers.ts';
import { requestExamples } from './console-examples/requests.ts';
import { reviewMessageExamples } from './console-examples/review-messages.ts';
import { sandboxExamples } from './console-examples/sandbox.ts';
import { sessionExamples } from './console-examples/session.ts';
import { shopExamples } from './console-examples/shops.ts';
import { stockExamples } from './console-examples/stock.ts';
import { webhookExamples } from './console-examples/webhooks.ts';

/** A valid request of every console route; a missing one fails to compile. */
export const consoleExamples: {
  [Area in keyof typeof consoleRoutes]: ExamplesOf<(typeof consoleRoutes)[Area]>;
} = {
  session: sessionExamples,
  cli: cliExamples,
  people: peopleExamples,
  products: productExamples,
  prices: priceExamples,
  stock: stockExamples,
  orders: orderExamples,
  pos: posExamples,
  registers: registerExamples,
  customers: customerExamples,
  shops: shopExamples,
  dashboard: dashboardExamples,
  firstSteps: firstStepExamples,
  lists: listExamples,
  apps: appExamples,
  directory: directoryExamples,
  developer: developerExamples,
  sandbox: sandboxExamples,
  webhooks: webhookExamples,
  feed: feedExamples,
  requests: requestExamples,
  platform: platformExamples,
  reviewMessages: reviewMessageExamples,
  parkedEvents: parkedEventExamples,
};
