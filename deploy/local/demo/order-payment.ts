import type { Payment } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { openStages, UNPAID_AGE_MS, type OrderPlan, type OrderSource } from './order-plan.ts';
import type { Rng } from './random.ts';

const gateways = ['cash', 'card_terminal', 'card_online', 'bank_transfer', 'credit_account'] as const;

type Gateway = (typeof gateways)[number];

/** Weights in the order of `gateways`. */
const gatewayWeights: Readonly<Record<OrderSource, readonly number[]>> = {
  pos: [35, 45, 0, 20, 0],
  online: [16, 0, 62, 22, 0],
  phone: [25, 0, 0, 35, 40],
  marketplace: [0, 0, 1, 0, 0],
};

/** Payments received before shipping. */
function isPrepaid(gateway: Gateway): boolean {
  return gateway === 'card_online' || gateway === 'bank_transfer';
}

function pendingStatus(plan: OrderPlan, gateway: Gateway, rng: Rng): string {
  if (gateway !== 'card_online') return 'pending';
  return plan.source === 'marketplace' || rng.chance(0.5) ? 'authorized' : 'pending';
}

function badEndStatus(plan: OrderPlan, gateway: Gateway, rng: Rng): string {
  if (plan.stage === 'returned') return 'refunded';
  if (plan.stage === 'cancelled' && isPrepaid(gateway) && rng.chance(0.6)) return 'refunded';
  return gateway === 'card_online' ? 'failed' : 'pending';
}

function statusOf(plan: OrderPlan, gateway: Gateway, rng: Rng): string {
  if (plan.stage === 'delivered') {
    // A credit account is settled later.
    return gateway === 'credit_account' && rng.chance(0.4) ? 'pending' : 'paid';
  }
  if (plan.stage === 'pending') return pendingStatus(plan, gateway, rng);
  if (openStages.has(plan.stage)) return isPrepaid(gateway) ? 'paid' : 'pending';
  return badEndStatus(plan, gateway, rng);
}

/** Derives gateway and status of the payment from the order's source, stage and age. */
export function makePayment(plan: OrderPlan, rng: Rng): Payment {
  const gateway = gateways[rng.weighted(gatewayWeights[plan.source])] as Gateway;
  if (plan.source === 'online' && openStages.has(plan.stage) && plan.ageMs >= UNPAID_AGE_MS) {
    // If unpaid, it would have expired.
    return { gateway: isPrepaid(gateway) ? gateway : 'card_online', status: 'paid' };
  }
  return { gateway, status: statusOf(plan, gateway, rng) };
}
