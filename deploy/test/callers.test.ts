import { expect, test } from '@jest/globals';
import * as auth from '@commerce/auth/config.ts';
import * as catalog from '@commerce/catalog/config.ts';
import * as customers from '@commerce/customers/config.ts';
import * as inventory from '@commerce/inventory/config.ts';
import * as orders from '@commerce/orders/config.ts';
import * as pricing from '@commerce/pricing/config.ts';
import * as webhooks from '@commerce/webhooks/config.ts';
import { calls } from '../local/processes.ts';
import { processNames, serviceNames } from '../local/services.ts';

const services = { auth, catalog, customers, inventory, orders, pricing, webhooks };

test.each(serviceNames)('%s names as its callers those that are given its address', (service) => {
  const given = processNames.filter((process) => calls[process].includes(service));
  expect(services[service].callers.toSorted()).toEqual(given.toSorted());
});
