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

/** Reports whether every adjustment of a batch was made. */
const isDone = (body: string): boolean => !body.includes('"problem"');

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

/** Keyed adjustments of one store, in comparison with the baseline. */
const adjustment = (name: string, connections: number, target?: Case['target']): Case => ({
  name,
  table: 'requests',
  label: 'stock adjustment',
  given: { connections },
  ...(target && { target }),
  measure: async (bench) => {
    const bare = await bench.bare();
    const theirs = load(bare.origin, '/stock/adjustments', bodiesOf(await sellableItems(bench)), {});
    return compared(
      await measureInTurn([
        platform(bench, answering({ ...(await platformAdjustments(bench)), connections })),
        { pids: () => bare.pids(), work: answering({ ...theirs, connections }) },
      ]),
    );
  },
});

export const adjustments: Case[] = [
  adjustment('adjustment-1', 1),
  adjustment('adjustment', CONNECTIONS, { figure: 'ratio', atLeast: 0.8 }),
  {
    name: 'adjustment-batch',
    table: 'requests',
    label: `each adjustment of a batch of ${BATCH}`,
    given: { connections: BATCHES },
    target: { figure: 'cpuMs', atMost: 0.25 },
    measure: async (bench) => {
      const { access_token } = await bench.tokens();
      const path = `${bench.prefix}/stock/adjustments/batch`;
      const bodies = bodiesOf(await sellableItems(bench));
      const batches = Array.from({ length: BATCHES }, (_, n) => ({
        adjustments: bodies.slice(n * BATCH, (n + 1) * BATCH),
      }));
      if (batches.at(-1)!.adjustments.length < BATCH) throw new Error('too few items for the batches');
      const requests = load(bench.stack.publicUrl, path, batches, {
        authorization: `Bearer ${access_token}`,
      });
      const work = answering({ ...requests, connections: BATCHES, isDone });
      const [ours] = await measureInTurn([platform(bench, work)]);
      return { ...ours!, cpuMs: ours!.cpuMs / BATCH };
    },
  },
];
