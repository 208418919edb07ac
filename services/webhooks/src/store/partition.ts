import { TimePartitions, type TimeTable } from '@commerce/service-kit/db/time-partitions.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { FINISHED_DELIVERY } from './finished-delivery.ts';

const byDay = (name: string): TimeTable => ({ name, lowerBound: (day) => day });

/** The tables that are partitioned by day. */
const TABLES = [...['event', 'feed_entry', 'unsent_event', 'attempt'].map(byDay), FINISHED_DELIVERY];

/** The partitions of all tables that have them. */
export const openPartitions = (db: Database): TimePartitions => new TimePartitions(db, 'day', TABLES);
