import { receiveWebhooks } from '../../../support/webhook-receiver.ts';

const PORT = 8080;

/** Receives webhooks until the pod ends and prints each; the reader of the log checks them. */
export async function receiver(): Promise<void> {
  await receiveWebhooks({
    host: '0.0.0.0',
    port: PORT,
    onReceived: ({ path, headers, raw }) =>
      console.log(JSON.stringify({ path, headers, raw: raw.toString('base64') })),
  });
}
