import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../../support/api.ts';
import { apiRoot } from '../../../support/platform.ts';
import { demoSecrets, required } from './environment.ts';
import { install, routeThroughGateway } from './demo-platform.ts';

const TIMEOUT_MS = 180_000;

/** Installs the demo app and reads a product; without demo data, checks that the platform responds 401. */
export async function smoke(): Promise<void> {
  routeThroughGateway();
  const secrets = demoSecrets();
  await patiently(async () => {
    const { status } = await call(apiRoot(required('PUBLIC_URL')), '/products');
    if (status !== 401) throw new Error(`without a token: ${status}`);
  });
  console.log('the gateway responds and requires a token');
  if (secrets === undefined) return;
  // The demo data may still be loading.
  const { access_token: token, store } = await patiently(() => install(secrets, 0));
  console.log(`the demo app is installed on ${store.name}`);
  const { status, body, text } = await call(apiRoot(required('PUBLIC_URL')), '/products?limit=1', token);
  if (status !== 200 || !body.data[0]?.name) throw new Error(`${status} ${text}`);
  console.log(`read ${body.data[0].name}, ${body.data[0].id}`);
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + TIMEOUT_MS; ; await sleep(2_000)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      console.log(`not ready yet: ${(error as Error).message}`);
    }
  }
}
