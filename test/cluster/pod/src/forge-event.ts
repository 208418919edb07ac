import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { inboxOf } from '@commerce/service-kit/events/permissions.ts';
import { required } from './environment.ts';

/** An event of orders, which pays an order. */
const SUBJECT = 'commerce.orders.order.paid.sto_forged';

/** Tries to publish an event of orders with another service's user of NATS, and prints what NATS answers. */
export async function forgeEvent(): Promise<void> {
  const connection = await connect({
    servers: required('NATS_URL'),
    tls: { ca: required('NATS_CA') },
    authenticator: nkeyAuthenticator(Buffer.from(required('NATS_NKEY'))),
    inboxPrefix: inboxOf(required('NATS_USER')),
    reconnect: false,
  });
  try {
    // Every user may ask for it.
    await connection.request('$JS.API.INFO');
    console.log('connected');
    const published = connection.request(SUBJECT, 'forged');
    console.log(
      await published.then(
        () => 'published',
        (error: Error) => error.message,
      ),
    );
  } finally {
    await connection.close();
  }
}
