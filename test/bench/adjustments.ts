import { randomUUID } from 'node:crypto';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { answering, measureInTurn, type Load } from './measure.ts';
import { platform } from './platform.ts';
import { compared } from './reads.ts';
import { sellableItems, type Sellable } from './sellable.ts';

const CONNECTIONS = 32;

/** A load of keyed adjustments. */
export async function platformAdjustments(bench: Bench): Promise<Load> {
  const { access_token } = await bench.tokens();
  const path = `${bench.prefix}/stock/adjustments`;
  return load(bench.stack.publicUrl, path, await sellableItems(bench), {
    authorization: `Bearer ${access_token}`,
  });
}

function load(
  origin: string,
  path: string,
  { shop, items }: Sellable,
  headers: Record<string, string>,
): Load {
  const paths = items.map((item) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify({ shop, ...item, delta: 1 }),
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
      const theirs = load(bare.origin, '/stock/adjustments', await sellableItems(bench), {});
      return compared(
        await measureInTurn([
          platform(bench, answering(await platformAdjustments(bench))),
          { pids: () => bare.pids(), work: answering(theirs) },
        ]),
      );
    },
  },
];
