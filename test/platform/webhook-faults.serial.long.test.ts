import { testDelivery, testBurst, testReplay } from '../support/webhook-faults.ts';

testDelivery({
  events: 5_000,
  endpoints: 20,
  victims: ['webhooks', 'webhooks-2', 'nats', 'postgres'],
  pauseMs: [5_000, 20_000],
});
testReplay(2_000);
testBurst(10_000);
