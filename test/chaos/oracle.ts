import pg from 'pg';
import { platform } from '../support/platform.ts';
import type { MadeFault } from './faults.ts';
import type { Known } from './follower.ts';
import type { History } from './history.ts';
import type { World } from './world.ts';

/** A campaign as the oracles see it. Oracles read databases, streams and deliveries, and use no code of the product but its message formats. */
export interface Campaign {
  world: World;
  history: History;
  faults: MadeFault[];
  /** Results of the followers of `products`, `orders` and `customers`. */
  followed: Record<string, Known[]>;
}

/** A promise and its check. @returns what broke it */
export type Oracle = (campaign: Campaign) => Promise<string[]>;

/** Reads a service's database. */
export async function query<Row extends object>(
  service: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: platform().databaseUrls[service]! });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
