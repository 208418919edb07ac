import { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  PricingServiceService,
  StartBulkPriceChangeRequest_Target,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { call } from '../support/api.ts';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';

const GIVE_UP_MS = 20 * 60_000;

/** Changes every base price of the store by one percent. Resolves when catalog has the new prices too. @returns the number of products */
export async function changeEveryPrice({ stack, store }: Bench): Promise<number> {
  const channel = new GrpcChannel(stack.processes.pricing.address, [PricingServiceService]);
  const pricing = channel.service(PricingServiceService);
  const ctx = () => systemContext('bench', deadlineIn(10_000), store.id);
  try {
    const { jobId, total } = await pricing.startBulkPriceChange(ctx(), {
      target: StartBulkPriceChangeRequest_Target.PRICES,
      products: { $case: 'all', value: {} },
      change: { $case: 'percentBp', value: 100 },
      roundingCentavos: 1,
    });
    for (const giveUpAt = performance.now() + GIVE_UP_MS; performance.now() < giveUpAt; await sleep(200)) {
      const { state } = await pricing.getBulkJob(ctx(), { jobId });
      if (state === BulkJobState.FAILED) throw new Error('the bulk change failed');
      if (state === BulkJobState.DONE) return total;
    }
    throw new Error('the bulk change did not end');
  } finally {
    channel.close();
  }
}

/** A change of every price of the store, under reads and writes of the same store. */
export const bulk: Case = {
  name: 'bulk',
  table: 'bulk',
  label: 'raised by one percent',
  target: { figure: 'longestWriteMs', atMost: 1_000 },
  measure: async (bench) => {
    const { root } = bench;
    const { access_token: token } = await bench.tokens();
    const { data } = (await call(root, '/products?limit=100', token)).body;
    const simple = (data as { id: string; has_variants: boolean }[])
      .filter((product) => !product.has_variants)
      .map(({ id }) => id);
    const over = new AbortController();
    const read = () => call(root, `/products/${pick(simple)}`, token);
    const write = () =>
      call(root, `/prices/${pick(simple)}`, token, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ price: 1000 + Math.round(Math.random() * 1000) }),
      });
    const probes = Promise.all([probe(over.signal, read), probe(over.signal, write)]);
    const startedAt = performance.now();
    const change = changeEveryPrice(bench)
      .then((products) => ({ products, seconds: (performance.now() - startedAt) / 1000 }))
      .finally(() => over.abort());
    const [changed, [longestReadMs, longestWriteMs]] = await Promise.all([change, probes]);
    return { ...changed, longestReadMs, longestWriteMs };
  },
};

const pick = (ids: string[]): string => ids[Math.floor(Math.random() * ids.length)]!;

/** Repeats a call until stopped. @returns the maximum latency, in ms */
async function probe(
  until: AbortSignal,
  ask: () => Promise<{ status: number; text: string }>,
): Promise<number> {
  let longest = 0;
  while (!until.aborted) {
    const startedAt = performance.now();
    const { status, text } = await ask();
    if (status !== 200) throw new Error(`${status}: ${text}`);
    longest = Math.max(longest, performance.now() - startedAt);
    await sleep(20);
  }
  return longest;
}
