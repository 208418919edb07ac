// covers: gateway, services/auth, services/inventory, services/webhooks
import { testArrival } from '../support/webhook-faults.ts';

testArrival({ events: 100, endpoints: 2, victims: ['webhooks', 'webhooks-2'], pauseMs: [200, 500] });
