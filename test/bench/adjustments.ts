import { randomUUID } from 'node:crypto';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { answering, measureInTurn, type Load } from './measure.ts';
import { platform } from './platform.ts';
import { compared } from './reads.ts';
import { sellableItems, type Sellable } from './sellable.ts';

const CONNECTIONS = 32;
/** Adjustments of a batch, and batches at the same time. */
const BATCH = 100;
const BATCHES = 4;

/** A load of keyed adjustments. */
export async function platformAdjustments(bench: Bench): Promise<Load> {
  const { access_token } = await bench.tokens();
  const path = `${bench.prefix}/stock/adjustments`;
  const bodies = bodiesOf(await sellableItems(bench));
  return load(bench.stack.publicUrl, path, bodies, { authorization: `Bearer ${access_token}` });
}

const bodiesOf = ({ shop, items }: Sellable) => items.map((item) => ({ shop, ...item, delta: 1 }));

function load(origin: string, path: string, bodies: object[], headers: Record<string, string>): Load {
  const paths = bodies.map((body) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(body),
    setupRequest: (request: { headers?: Record<string, string> }) => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': randomUUID() },
    }),
  }));
  return {
    origin,
    paths: paths as never,
    headers: { 'content-type': 'application/json', ...headers },
    connections: CONNECTIONS,
  };
}

export const adjustments: Case[] = [
  {
    name: 'adjustment',
    table: 'requests',
    label: 'stock adjustment',
    given: { connections: CONNECTIONS },
    target: { figure: 'ratio', atLeast: 0.8 },
    measure: async (bench) => {
      const bare = await bench.bare();
      const theirs = load(bare.origin, '/stock/adjustments', bodiesOf(await sellableItems(bench)), {});
      return compared(
        await measureInTurn([
          platform(bench, answering(await platformAdjustments(bench))),
          { pids: () => bare.pids(), work: answering(theirs) },
        ]),
      );
    },
  },
  {
    name: 'adjustment-batch',
    table: 'requests',
    label: `each adjustment of a batch of ${BATCH}`,
    given: { connections: BATCHES },
    target: { figure: 'cpuMs', atMost: 0.25 },
    measure: async (bench) => {
      const { access_token } = await bench.tokens();
      const path = `${bench.prefix}/stock/adjustments/batch`;
      const batch = bodiesOf(await sellableItems(bench)).slice(0, BATCH);
      const batches = load(bench.stack.publicUrl, path, [{ adjustments: batch }], {
        authorization: `Bearer ${access_token}`,
      });
      const work = answering({ ...batches, connections: BATCHES });
      const [ours] = await measureInTurn([platform(bench, work)]);
      return { ...ours!, cpuMs: ours!.cpuMs / batch.length };
    },
  },
];
