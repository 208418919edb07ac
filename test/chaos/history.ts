import type { Answer } from '../support/api.ts';
import type { Request } from './api.ts';

/** An adjustment that an app requested; its reason is unique. */
export interface Adjustment {
  reason: string;
  product: string;
  delta: number;
  /** True if the response reports it as made. */
  made: boolean;
}

/** Requests of the load and their answers, for the oracles. */
export class History {
  readonly adjustments: Adjustment[] = [];
  /** Keyed writes with their answers, some of which are repeated at the end. */
  readonly keyed: { request: Request; answer: Answer }[] = [];
  /** SKUs of products by whether they were deleted. */
  readonly products = new Map<string, boolean>();
  /** Emails of customers by whether they were erased. */
  readonly customers = new Map<string, { id: string; erased: boolean }>();
  /** Numbers of orders as they were answered. */
  readonly orderNumbers: string[] = [];
  /** Bulk changes of prices whose start was answered. */
  readonly priceChanges: string[] = [];
  /** Products of confirmed imports. */
  readonly imported: { sku: string; price: number; quantity: number }[] = [];
  /** Ids of unreadable events, by whether NATS has confirmed them. */
  readonly unreadable = new Map<string, boolean>();
  /** Requests of the limited app that were admitted: each was counted between its start and its response. */
  readonly admitted: { startedMs: number; answeredMs: number }[] = [];
  /** Broken promises that were found while the load ran. */
  readonly violations: string[] = [];
  /** Why rounds were given up. */
  readonly failures: string[] = [];
  /** Requests by kind. */
  readonly counts: Record<string, number> = {};

  count(kind: string, by = 1): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + by;
  }
}
