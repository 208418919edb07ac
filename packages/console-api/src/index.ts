import { appRoutes } from './routes/apps.ts';
import { cliRoutes } from './routes/cli.ts';
import { customerRoutes } from './routes/customers.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { developerRoutes } from './routes/developer.ts';
import { directoryRoutes } from './routes/directory.ts';
import { feedRoutes } from './routes/feed.ts';
import { firstStepRoutes } from './routes/first-steps.ts';
import { listRoutes } from './routes/lists.ts';
import { orderRoutes } from './routes/orders.ts';
import { parkedEventRoutes } from './routes/parked-events.ts';
import { peopleRoutes } from './routes/people.ts';
import { platformRoutes } from './routes/platform.ts';
import { posRoutes } from './routes/pos.ts';
import { priceRoutes } from './routes/prices.ts';
import { productRoutes } from './routes/products.ts';
import { registerRoutes } from './routes/registers.ts';
import { requestRoutes } from './routes/requests.ts';
import { reviewMessageRoutes } from './routes/review-messages.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { sessionRoutes } from './routes/session.ts';
import { shopRoutes } from './routes/shops.ts';
import { stockRoutes } from './routes/stock.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every route of the console API, by area. The browser imports the areas one by one, so that each page loads only its own. */
export const consoleRoutes = {
  session: sessionRoutes,
  cli: cliRoutes,
  people: peopleRoutes,
  products: productRoutes,
  prices: priceRoutes,
  stock: stockRoutes,
  orders: orderRoutes,
  pos: posRoutes,
  registers: registerRoutes,
  customers: customerRoutes,
  shops: shopRoutes,
  dashboard: dashboardRoutes,
  firstSteps: firstStepRoutes,
  lists: listRoutes,
  apps: appRoutes,
  directory: directoryRoutes,
  developer: developerRoutes,
  sandbox: sandboxRoutes,
  webhooks: webhookRoutes,
  feed: feedRoutes,
  requests: requestRoutes,
  platform: platformRoutes,
  reviewMessages: reviewMessageRoutes,
  parkedEvents: parkedEventRoutes,
};
