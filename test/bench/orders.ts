import { OrdersServiceService } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { OrderSource, PaymentGateway } from '@commerce/proto/commerce/orders/v1/values.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { repeated } from './load.ts';
import { measureInTurn, type Contender } from './measure.ts';
import { platform } from './platform.ts';
import type { Replicas } from './replicas.ts';
import { sellableItems, type Sellable } from './sellable.ts';

const CALLERS = 8;
const LINES = 3;

/** Creates orders through the service's RPC, 8 at a time for each of its processes. @param address of the processes */
export async function withOrders<T>(
  bench: Bench,
  { address, count }: Pick<Replicas, 'address' | 'count'>,
  use: (work: Contender['work']) => Promise<T>,
): Promise<T> {
  const sellable = await sellableItems(bench);
  const channel = new GrpcChannel(address, [OrdersServiceService]);
  const service = channel.service(OrdersServiceService);
  const create = async (n: number): Promise<void> => {
    const ctx = systemContext('bench', deadlineIn(10_000), bench.store.id);
    await service.createOrder(ctx, newOrder(sellable, n));
  };
  try {
    return await use(repeated(CALLERS * count, create));
  } finally {
    channel.close();
  }
}

/** Orders through the service's RPC: prices, reservation, order, stock and events. */
export const orders: Case = {
  name: 'order',
  table: 'requests',
  label: `order of ${LINES} lines (gRPC)`,
  given: { connections: CALLERS },
  target: { figure: 'cpuMs', atMost: 10 },
  measure: (bench) =>
    withOrders(bench, { address: bench.stack.processes.orders.address, count: 1 }, async (work) => {
      const [ours] = await measureInTurn([platform(bench, work)]);
      return { ...ours! };
    }),
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
