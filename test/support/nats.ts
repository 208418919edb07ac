import { readFileSync } from 'node:fs';
import type { NatsAccess } from '@commerce/deploy/local/nats-users.ts';
import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node';

/** Connects as a user that may do everything; waits for a server that a test has stopped. */
export const connectToNats = ({ url, adminKeyFile }: NatsAccess): Promise<NatsConnection> =>
  connect({
    servers: url,
    authenticator: adminKeyFile ? [nkeyAuthenticator(readFileSync(adminKeyFile))] : [],
    waitOnFirstConnect: true,
    maxReconnectAttempts: 60,
  });
