import { adjustments } from './adjustments.ts';
import { bulk } from './bulk.ts';
import type { Case } from './case.ts';
import { changedList } from './changed.ts';
import { events } from './events.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { processes } from './processes.ts';
import { reads } from './reads.ts';
import { refresh } from './refresh.ts';
import { storage } from './storage.ts';
import { webhooks } from './webhooks.ts';

/** All rows of the report in the order of their measurement: memory before any load, reads before writes, and sizes before all is rewritten. */
export const cases: Case[] = [
  ...memory,
  ...reads,
  ...growth,
  refresh,
  ...pages,
  ...webhooks,
  ...events,
  ...adjustments,
  orders,
  ...processes,
  ...storage,
  bulk,
  changedList,
];
