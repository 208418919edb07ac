import { call, type Answer } from './api.ts';
import { apiRoot } from './platform.ts';

/** An endpoint and the service that it depends on, in addition to auth. */
export interface Endpoint {
  path: string;
  service: string;
}

/** Every GET of the API with ids of the token's store. */
export async function endpointsOf(gateway: string, token: string): Promise<Endpoint[]> {
  const first = async (path: string): Promise<string> => {
    const { body } = await call(apiRoot(gateway), `${path}?limit=1`, token);
    return body.data[0].id as string;
  };
  const shop = await first('/shops');
  const paths: Record<string, string[]> = {
    catalog: [
      // Shops belong to catalog.
      '/store',
      '/shops',
      `/shops/${shop}`,
      '/categories',
      '/brands',
      '/products?limit=2',
      `/products/${await first('/products')}`,
    ],
    pricing: [`/prices?shop=${shop}&limit=2`],
    inventory: [`/stock?shop=${shop}&limit=2`],
    orders: ['/orders?limit=2', `/orders/${await first('/orders')}`],
    customers: ['/customers?limit=2', `/customers/${await first('/customers')}`],
  };
  return Object.entries(paths).flatMap(([service, list]) => list.map((path) => ({ path, service })));
}

/** A called endpoint with its response and duration. */
export interface CalledEndpoint extends Endpoint {
  gateway: string;
  answer: Answer;
  ms: number;
}

/** Calls every endpoint at every gateway, all in parallel. */
export function callAll(
  endpoints: Endpoint[],
  gateways: readonly string[],
  token: string,
): Promise<CalledEndpoint[]> {
  return Promise.all(
    gateways.flatMap((gateway) =>
      endpoints.map(async (endpoint) => {
        const startedAt = performance.now();
        const answer = await call(apiRoot(gateway), endpoint.path, token);
        return { ...endpoint, gateway, answer, ms: performance.now() - startedAt };
      }),
    ),
  );
}
