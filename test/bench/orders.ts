import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { Case } from './case.ts';
import { resultOf } from './load.ts';
import { measureInTurn, type LoadResult } from './measure.ts';
import { platform } from './platform.ts';
import { sellableItems, type Sellable } from './sellable.ts';

const WORKERS = 8;
const LINES = 3;

/** Orders through the service's RPC: prices, reservation, order, stock and events. */
export const orders: Case = {
  name: 'order',
  table: 'requests',
  label: `order of ${LINES} lines (gRPC)`,
  given: { connections: WORKERS },
  target: { figure: 'cpuMs', atMost: 10 },
  measure: async (bench) => {
    const sellable = await sellableItems(bench);
    const channel = new GrpcChannel(bench.stack.processes.orders.address, [OrdersServiceService]);
    const service = channel.service(OrdersServiceService);
    const create = async (n: number): Promise<number> => {
      const startedAt = performance.now();
      const ctx = systemContext('bench', Date.now() + 10_000, bench.store.id);
      await service.createOrder(ctx, newOrder(sellable, n));
      return performance.now() - startedAt;
    };
    const work = async (stage: 'warm-up' | 'window'): Promise<LoadResult> => {
      const times: number[] = [];
      const startedAt = performance.now();
      const until = startedAt + (stage === 'window' ? 5_000 : 2_000);
      const worker = async (first: number): Promise<void> => {
        for (let n = first; performance.now() < until; n += WORKERS) times.push(await create(n));
      };
      await Promise.all(Array.from({ length: WORKERS }, (_, first) => worker(first)));
      return resultOf(times, (performance.now() - startedAt) / 1000);
    };
    try {
      const [ours] = await measureInTurn([platform(bench, work)]);
      return { ...ours! };
    } finally {
      channel.close();
    }
  },
};

function newOrder({ shop, items }: Sellable, n: number) {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const { product: productId, variant: variantId } = items[(n * LINES + line) % items.length]!;
    return { productId, variantId, quantity: 1 };
  });
  return {
    source: OrderSource.ONLINE,
    shopId: shop,
    lines,
    shipping: undefined,
    paymentGateway: PaymentGateway.CARD_ONLINE,
    payments: [],
    discountCentavos: 0,
  };
}
