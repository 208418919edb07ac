import { expect, test } from 'vitest';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allCallers, type Callers } from '@commerce/service-kit/grpc/callers.ts';
import { callers as auth } from '@commerce/auth/callers.ts';
import { callers as catalog } from '@commerce/catalog/callers.ts';
import { callers as customers } from '@commerce/customers/callers.ts';
import { callers as inventory } from '@commerce/inventory/callers.ts';
import { callers as orders } from '@commerce/orders/callers.ts';
import { callers as pricing } from '@commerce/pricing/callers.ts';
import { callers as webhooks } from '@commerce/webhooks/callers.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { calls } from '../local/processes.ts';
import {
  processNames,
  processDir,
  serviceNames,
  type ProcessName,
  type ServiceName,
} from '../local/services.ts';

const services: Record<ServiceName, Callers> = {
  auth,
  catalog,
  customers,
  inventory,
  orders,
  pricing,
  webhooks,
};

test.each(serviceNames)('%s declares as callers the processes that are given its address', (service) => {
  const given = processNames.filter((process) => calls[process].includes(service));
  expect(allCallers(services[service])).toEqual(given.toSorted());
});

/** The text of every source file of a process. */
function sourceOf(name: ProcessName): string {
  const files = globSync(`${processDir(name)}/src/**/*.ts`, { cwd: workspaceRoot });
  return files.map((file) => readFileSync(path.join(workspaceRoot, file), 'utf8')).join('\n');
}

const sources = new Map(processNames.map((name) => [name, sourceOf(name)]));

/** Checks that a process has a client of the gRPC service and its code names the method. */
function isCalledBy(name: ProcessName, service: string, method: string): boolean {
  const source = sources.get(name)!;
  const short = service.slice(service.lastIndexOf('.') + 1);
  return (
    source.includes(`${short}Service`) && new RegExp(`\\.${camel(method)}\\b|'${camel(method)}'`).test(source)
  );
}

const camel = (method: string): string => method.charAt(0).toLowerCase() + method.slice(1);

/** Methods of the same name that catalog and pricing both have, and do not call at each other. */
const OWN = new Set(['pricing CatalogService/GetBulkJob', 'catalog PricingService/GetBulkJob']);

test.each(serviceNames)(
  '%s declares for each method exactly the processes whose code calls it',
  (service) => {
    const called = Object.entries(services[service]).map(([name, methods]) => [
      name,
      Object.fromEntries(
        Object.keys(methods).map((method) => {
          const short = name.slice(name.lastIndexOf('.') + 1);
          const callers = processNames.filter(
            (process) =>
              process !== service &&
              !OWN.has(`${process} ${short}/${method}`) &&
              isCalledBy(process, name, method),
          );
          return [method, callers.toSorted()];
        }),
      ),
    ]);
    const declared = Object.entries(services[service]).map(([name, methods]) => [
      name,
      Object.fromEntries(Object.entries(methods).map(([method, callers]) => [method, callers.toSorted()])),
    ]);
    expect(declared).toEqual(called);
  },
);
