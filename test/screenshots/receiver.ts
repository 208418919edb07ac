import { once } from 'node:events';
import { createReceiver, type Behavior } from '@commerce/deploy/webhook-listen/receiver.ts';
import type { Demo } from './demo.ts';

/** The receiver of the demo's first app. */
export interface Receiver {
  /** Behavior of the receiver; can be changed while it runs. */
  behavior: Behavior;
  close(): void;
}

/** Starts the receiver at the webhook URL of the demo app. @throws Error when the port is in use */
export async function startReceiver({ apps: [app] }: Demo): Promise<Receiver> {
  const behavior: Behavior = {
    secret: app!.webhook_secret,
    fail: undefined,
    hang: false,
    slowMs: 0,
    failRate: 0,
    verbose: false,
  };
  const server = createReceiver(behavior, () => undefined);
  server.listen(Number(new URL(app!.webhook_url).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    behavior,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
