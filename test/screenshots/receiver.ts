import { once } from 'node:events';
import { createReceiver, type Behaviour } from '@commerce/deploy/webhook-listen/receiver.ts';
import type { Demo } from './demo.ts';

/** The receiver of the demo's first app. */
export interface Receiver {
  /** Behavior of the receiver; can be changed while it runs. */
  behaviour: Behaviour;
  close(): void;
}

/** Starts the receiver at the webhook URL of the demo app. @throws Error when the port is in use */
export async function startReceiver({ apps: [app] }: Demo): Promise<Receiver> {
  const behaviour: Behaviour = {
    secret: app!.webhook_secret,
    fail: undefined,
    hang: false,
    slowMs: 0,
    failRate: 0,
    verbose: false,
  };
  const server = createReceiver(behaviour, () => undefined);
  server.listen(Number(new URL(app!.webhook_url).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    behaviour,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
