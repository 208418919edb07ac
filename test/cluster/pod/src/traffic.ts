import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Answer } from '../../../support/api.ts';
import { apiRoot } from '../../../support/platform.ts';
import { demoSecrets, required } from './environment.ts';
import { install, routeThroughGateway } from './demo-platform.ts';
import { Tally } from './tally.ts';
import { Worker } from './worker.ts';

const WORKERS = 8;
/** Created to stop the traffic. */
const STOP_FILE = '/tmp/stop';
const EVENTS_TIMEOUT_MS = 60_000;
/** More than the clocks of pods differ. */
const SKEW_MS = 60_000;

const ended = (): boolean => existsSync(STOP_FILE);

/**
 * Reads and writes as a demo app until the stop file exists, then checks that every acknowledged write took
 * effect once.
 */
export async function traffic(): Promise<void> {
  routeThroughGateway();
  const secrets = demoSecrets();
  if (secrets === undefined) throw new Error('traffic needs the demo data');
  const root = apiRoot(required('PUBLIC_URL'));
  const { access_token: token } = await install(secrets, 0);
  const { access_token: listening } = await install(secrets, 1);
  const since = new Date(Date.now() - SKEW_MS).toISOString();
  const tally = new Tally();
  const shop = (await call(root, '/shops?limit=1', token)).body.data[0].id as string;
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () => Worker.start({ root, token, shop, tally })),
  );
  console.log(JSON.stringify({ started: true }));
  await Promise.all([...workers.map((worker) => worker.run(ended)), report(tally)]);
  const wrong = (await Promise.all(workers.map((worker) => worker.check()))).flat();
  const missing = await missingEvents(workers, { root, token: listening, since });
  console.log(JSON.stringify({ ...tally.figures(), writes: count(workers), wrong, missing }));
}

const count = (workers: Worker[]): number => workers.reduce((sum, { adjustments }) => sum + adjustments, 0);

async function report(tally: Tally): Promise<void> {
  while (!ended()) {
    await sleep(5_000);
    console.log(JSON.stringify(tally.figures()));
  }
}

/** The feed of an app from a time on. */
interface Feed {
  root: string;
  token: string;
  since: string;
}

/** Products for which another app did not receive every stock change exactly once. */
async function missingEvents(workers: Worker[], feed: Feed): Promise<string[]> {
  let missing: string[] = [];
  for (const until = Date.now() + EVENTS_TIMEOUT_MS; Date.now() < until; await sleep(2_000)) {
    const received = await stockEvents(feed);
    missing = workers
      .filter(({ product, adjustments }) => (received.get(product) ?? 0) !== adjustments)
      .map(({ product, adjustments }) => `${product}: ${received.get(product) ?? 0} of ${adjustments}`);
    if (missing.length === 0) return [];
  }
  return missing;
}

async function stockEvents({ root, token, since }: Feed): Promise<Map<string, number>> {
  const seen = new Map<string, Set<string>>();
  let cursor: string | null = null;
  const first = `/events?type=stock.changed&created_since=${since}&limit=100`;
  do {
    const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer: Answer = await call(root, first + next, token);
    if (answer.status !== 200) throw new Error(answer.text);
    for (const { id, data } of answer.body.data) {
      const product = data.product_id as string;
      seen.set(product, (seen.get(product) ?? new Set()).add(id));
    }
    cursor = answer.body.next_cursor;
  } while (cursor !== null);
  return new Map([...seen].map(([product, ids]) => [product, ids.size]));
}
