import { DailyPartitions, type DailyTable } from '@commerce/service-kit/db/daily-partitions.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { FINISHED_DELIVERY } from './finished-delivery.ts';

const byDay = (name: string): DailyTable => ({ name, lowerBound: (day) => day });

/** The tables that are partitioned by day. */
const TABLES = [...['event', 'feed_entry', 'unsent_event', 'attempt'].map(byDay), FINISHED_DELIVERY];

/** The partitions of all tables that have them. */
export const openPartitions = (db: Database): DailyPartitions => new DailyPartitions(db, TABLES);
