import type { consoleRoutes } from '@commerce/console-api/index.ts';
import type { HandlersOf } from '../handler.ts';
import { appHandlers } from './apps.ts';
import { cliHandlers } from './cli.ts';
import { customerHandlers } from './customers.ts';
import { dashboardHandlers } from './dashboard.ts';
import { developerHandlers } from './developer.ts';
import { directoryHandlers } from './directory.ts';
import { feedHandlers } from './feed.ts';
import { firstStepHandlers } from './first-steps.ts';
import { listHandlers } from './lists.ts';
import { orderHandlers } from './orders.ts';
import { parkedEventHandlers } from './parked-events.ts';
import { peopleHandlers } from './people/index.ts';
import { platformHandlers } from './platform.ts';
import { posHandlers } from './pos.ts';
import { priceHandlers } from './prices/index.ts';
import { productHandlers } from './products/index.ts';
import { registerHandlers } from './registers.ts';
import { requestHandlers } from './requests.ts';
import { reviewMessageHandlers } from './review-messages.ts';
import { sandboxHandlers } from './sandbox.ts';
import { sessionHandlers } from './session.ts';
import { shopHandlers } from './shops.ts';
import { stockHandlers } from './stock.ts';
import { webhookHandlers } from './webhooks.ts';

/** Handlers of the console API by area; an area or a route without its handler does not compile. */
export const consoleHandlers: {
  [Area in keyof typeof consoleRoutes]: HandlersOf<(typeof consoleRoutes)[Area]>;
} = {
  session: sessionHandlers,
  cli: cliHandlers,
  people: peopleHandlers,
  products: productHandlers,
  prices: priceHandlers,
  stock: stockHandlers,
  orders: orderHandlers,
  pos: posHandlers,
  registers: registerHandlers,
  customers: customerHandlers,
  shops: shopHandlers,
  dashboard: dashboardHandlers,
  firstSteps: firstStepHandlers,
  lists: listHandlers,
  apps: appHandlers,
  directory: directoryHandlers,
  developer: developerHandlers,
  sandbox: sandboxHandlers,
  webhooks: webhookHandlers,
  feed: feedHandlers,
  requests: requestHandlers,
  platform: platformHandlers,
  reviewMessages: reviewMessageHandlers,
  parkedEvents: parkedEventHandlers,
};
