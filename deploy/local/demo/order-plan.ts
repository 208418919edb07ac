import type { Rng, Stream } from './random.ts';
import type { StoreModel } from './store-model.ts';
import { DAY_MS, HOUR_MS, inBusinessHours } from './timeline.ts';

/** Source of an order. */
export type OrderSource = 'pos' | 'online' | 'phone' | 'marketplace';

/** Stage of an order; stores may rename `preparing`. */
export type OrderStage =
  | 'pending'
  | 'confirmed'
  | 'preparing'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'rejected'
  | 'returned'
  | 'expired';

/** An order without its lines. */
export interface OrderPlan {
  index: number;
  createdAtMs: number;
  ageMs: number;
  source: OrderSource;
  shopAt: number;
  stage: OrderStage;
  /** The stage's name in the store's flow. */
  status: string;
}

/** Creates the plan of an order from its index. */
export type OrderPlans = (index: number) => OrderPlan;

/** Stages in which an order still reserves stock. */
export const openStages: ReadonlySet<OrderStage> = new Set(['pending', 'confirmed', 'preparing', 'shipped']);

/** Maximum age of an unpaid online order; the service expires it at 48 hours. */
export const UNPAID_AGE_MS = 40 * HOUR_MS;

/** Excludes sales of a shop after it closed. */
const CLOSED_AGE_MS = 240 * DAY_MS;

const stages: readonly OrderStage[] = [
  'pending',
  'confirmed',
  'preparing',
  'shipped',
  'delivered',
  'cancelled',
  'rejected',
  'returned',
  'expired',
];

/** Probability of each stage, by age. */
const stageWeights: readonly { youngerThanMs: number; weights: readonly number[] }[] = [
  { youngerThanMs: UNPAID_AGE_MS, weights: [40, 26, 16, 8, 4, 4, 2, 0, 0] },
  { youngerThanMs: 4 * DAY_MS, weights: [10, 20, 18, 22, 18, 5, 2, 0, 5] },
  { youngerThanMs: 12 * DAY_MS, weights: [3, 8, 12, 24, 40, 6, 2, 1.5, 3.5] },
  { youngerThanMs: 21 * DAY_MS, weights: [0, 1, 2, 6, 78, 5, 2, 3, 3] },
  { youngerThanMs: Infinity, weights: [0, 0, 0, 0, 86, 5, 2, 3.5, 3.5] },
];

const sources: readonly OrderSource[] = ['pos', 'online', 'phone', 'marketplace'];
const sourceWeights = [45, 32, 10, 13];

function stageOf(source: OrderSource, ageMs: number, rng: Rng): OrderStage {
  // Counter sales are handed over immediately.
  if (source === 'pos') return 'delivered';
  const table = stageWeights.find((row) => ageMs < row.youngerThanMs);
  const stage = stages[rng.weighted(table?.weights ?? [])] as OrderStage;
  const mayExpire = source === 'online' && ageMs > 50 * HOUR_MS;
  return stage === 'expired' && !mayExpire ? 'cancelled' : stage;
}

/** Name of a stage in the store's flow. */
function statusOf(model: StoreModel, stage: OrderStage, rng: Rng): string {
  if (stage !== 'preparing' || !model.seed.hasRenamedFlow) return stage;
  return rng.pick(['packing', 'ready_for_pickup']);
}

function shopAtOf(model: StoreModel, ageMs: number, rng: Rng): number {
  const at = rng.weighted(model.shopSeeds.map((shop) => shop.weight));
  return model.shopSeeds[at]?.isActive || ageMs > CLOSED_AGE_MS ? at : 0;
}

function makePlan(model: StoreModel, stream: Stream, index: number): OrderPlan {
  const rng = stream(index);
  const createdAtMs = inBusinessHours(model.orderTimes.timeOf(index, rng.float()), model.now);
  const ageMs = model.now - createdAtMs;
  const source = sources[rng.weighted(sourceWeights)] as OrderSource;
  const shopAt = shopAtOf(model, ageMs, rng);
  const stage = stageOf(source, ageMs, rng);
  return { index, createdAtMs, ageMs, source, shopAt, stage, status: statusOf(model, stage, rng) };
}

/** Plans of a store's orders. */
export function makeOrderPlans(model: StoreModel): OrderPlans {
  const stream = model.stream('order');
  return (index) => makePlan(model, stream, index);
}
