import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import {
  GetBulkJobResponse_State,
  PricingServiceService,
  StartBulkPriceChangeRequest_Target,
} from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { call } from '../support/api.ts';
import { apiRoot } from '../support/platform.ts';

/** Duration of a change of every price of the store, and the latency of other requests during it. */
export interface BulkFinding {
  products: number;
  seconds: number;
  /** Maximum latency of a read, and of a write, in the store, in ms. */
  longestReadMs: number;
  longestWriteMs: number;
}

const GIVE_UP_MS = 20 * 60_000;

/**
 * Raises every base price of the store by one percent under reads and writes; ends when catalog has the new
 * prices too.
 */
export async function bulkFinding(stack: Stack, storeId: string, token: string): Promise<BulkFinding> {
  const root = apiRoot(stack.publicUrl);
  const channel = new GrpcChannel(stack.processes.pricing.address, [PricingServiceService]);
  const pricing = channel.service(PricingServiceService);
  const ctx = () => systemContext('bench', Date.now() + 10_000, storeId);
  const page = (await call(root, '/products?limit=100', token)).body.data as {
    id: string;
    has_variants: boolean;
  }[];
  const simple = page.filter((product) => !product.has_variants).map(({ id }) => id);
  const startedAt = performance.now();
  const { jobId, total } = await pricing.startBulkPriceChange(ctx(), {
    target: StartBulkPriceChangeRequest_Target.PRICES,
    products: { $case: 'all', value: {} },
    change: { $case: 'percentBp', value: 100 },
    roundingCentavos: 1,
  });
  const over = new AbortController();
  const reads = probe(over.signal, async () => call(root, `/products/${pick(simple)}`, token));
  const writes = probe(over.signal, async () =>
    call(root, `/prices/${pick(simple)}`, token, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ price: 1000 + Math.round(Math.random() * 1000) }),
    }),
  );
  while (performance.now() - startedAt < GIVE_UP_MS) {
    const { state } = await pricing.getBulkJob(ctx(), { jobId });
    if (state === GetBulkJobResponse_State.FAILED) throw new Error('the bulk change failed');
    if (state === GetBulkJobResponse_State.DONE) break;
    await sleep(200);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  over.abort();
  channel.close();
  return { products: total, seconds, longestReadMs: await reads, longestWriteMs: await writes };
}

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
