// covers: gateway, services/auth, services/inventory, services/webhooks
import { testDelivery } from '../support/webhook-faults.ts';

testDelivery({ events: 40, endpoints: 2, victims: ['webhooks', 'webhooks-2'], pauseMs: [200, 500] });
