// covers: web, gateway, services/auth, services/catalog, services/customers, services/webhooks
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import {
  expectAccessible,
  isTooWide,
  openPage,
  settled,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo, processes, databaseUrls } = platform();
const [gateway] = gateways;
const STORE_NAME = 'Tienda de prueba';

const database = new pg.Pool({ connectionString: databaseUrls['webhooks']!, max: 1 });
let receiver: WebhookReceiver;
let client: ConsoleClient;
let developer: string;
let app: DemoApp;
let storeId: string;
/** Another app on the same store, whose writes produce webhooks for the app. */
let writer: WritingClient;

beforeAll(async () => {
  receiver = await receiveWebhooks();
  client = await ConsoleClient.of(gateway, demo.developer);
  const { session } = await client.call(sessionRoutes.get, {});
  developer = session!.developers[0]!.id;
  const channel = new GrpcChannel(processes['auth']!.address, [AppsServiceService]);
  const person = { kind: Actor_Kind.PERSON, id: session!.person.id, appId: '' };
  const key = randomUUID();
  const { store } = await channel.service(AppsServiceService).createDeveloperStore(
    {
      ...systemContext('test', deadlineIn(30_000)),
      actor: person,
      idempotency: { key, fingerprint: Buffer.from(key), presentation: '' },
    },
    { developerId: developer, name: STORE_NAME },
  );
  channel.close();
  storeId = store!.id;
  app = await newApp(undefined, { name: 'App de prueba' });
  const { access_token } = await new AppClient(gateway, await newApp()).install(demo.developer);
  writer = new WritingClient(gateway, access_token);
  await new AppClient(gateway, app).install(demo.developer);
});
afterAll(async () => {
  await receiver.close();
  await database.end();
});

const params = () => ({ developer, app: app.client_id });
const base = () => `/developers/${developer}/apps/${app.client_id}/webhooks`;

describe('webhook pages of the console', () => {
  test('the console refuses the app of another developer and a merchant’s store', async () => {
    const others = { developer, app: 'app_01m7yc7hvee8ks3x8g7m9n1p3r' };
    const answer = await client.send(webhookRoutes.get, { params: others });
    expect(answer.status).toBe(404);
    const body = { store: demo.stores[0].id, type: 'order.paid' };
    expect((await client.send(webhookRoutes.sendTest, { params: params(), body })).status).toBe(404);
    const input = { app: app.client_id, method: 'GET', path: '/store', body: '', idempotencyKey: '' };
    const explored = await client.send(webhookRoutes.explore, {
      params: params(),
      body: { ...input, store: demo.stores[0].id },
    });
    expect([explored.status, explored.body.details[0].reason]).toEqual([409, 'not_installed']);
  });

  test('an endpoint has the newest version, and no other than a supported one', async () => {
    const { client_id } = await newApp();
    const inApp = { developer, app: client_id };
    const put = (apiVersion?: string) =>
      client.send(webhookRoutes.put, {
        params: inApp,
        body: { url: receiver.url('/versions'), eventTypes: [], ...(apiVersion && { apiVersion }) },
      });
    const refused = await put('2099-01');
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'apiVersion']);
    expect((await put()).body.endpoint.apiVersion).toBe('2026-10');
    const { endpoint, apiVersions } = await client.call(webhookRoutes.get, { params: inApp });
    expect([endpoint?.apiVersion, apiVersions]).toEqual(['2026-10', [{ prefix: '2026-10', sunset: null }]]);
  });

  test('the API explorer calls only the public API and never exposes the token', async () => {
    const input = { app: app.client_id, store: storeId, body: '', idempotencyKey: '' };
    const ask = (method: string, path: string, more = {}) =>
      client.send(webhookRoutes.explore, { params: params(), body: { ...input, method, path, ...more } });
    const listed = await ask('GET', '/products?limit=2');
    expect([listed.status, listed.body.status]).toEqual([200, 200]);
    expect(JSON.parse(listed.body.body)).toHaveProperty('data');
    const made = await ask('POST', '/products', { body: '{"name":"Explorado"}' });
    expect(made.body.status).toBe(201);
    const refused = await ask('POST', '/products', { body: '{"nombre":1}' });
    expect(refused.body.status).toBe(400);
    for (const answer of [listed, made, refused]) expect(answer.text).not.toMatch(/eyJ|Bearer ey/);
    for (const path of ['/../../../console/api/session', '/..%2f..', '//evil.example/x', '/%2e%2e/2026-10x'])
      expect([path, (await ask('GET', path)).text]).toEqual([
        path,
        expect.stringMatching(/Must be a path of the public API|"status":404/),
      ]);
  });
});

describeInBrowser('developer portal in a browser', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    page = await signedIn(await openPage(browser, gateway), gateway, demo.developer);
  });
  afterAll(() => browser.close());

  /** Takes a screenshot when a folder for them is configured. */
  const screenshot = async (name: string): Promise<void> => {
    await settled(page);
    const folder = process.env['PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  };

  test('a developer creates an endpoint, sees a failed delivery with its signed request, and replays it successfully', async () => {
    await page.goto(base());
    await page.getByLabel('URL del endpoint').fill('http://10.0.0.1/hooks');
    await page.getByRole('button', { name: 'Crear endpoint' }).click();
    await page.getByText('Ese servidor no es alcanzable desde Internet.').waitFor();
    await screenshot('webhooks-refused');
    await page.getByLabel('URL del endpoint').fill(receiver.url('/browser'));
    await expect.poll(() => page.getByLabel('Versión de la API').first().inputValue()).toBe('2026-10');
    await page.getByLabel('product.created').check();
    await page.getByLabel('customer.created').check();
    await page.getByRole('button', { name: 'Crear endpoint' }).click();
    await page.getByText('Guardá el secreto').waitFor();
    await expectAccessible(page);
    await screenshot('webhooks-endpoint');

    receiver.failing.add('/browser');
    const { id } = await writer.newProduct({ name: 'Yerba <img src=x onerror=alert(1)>' });
    await receiver.until('/browser', ({ body }) => body.data.id === id);
    await page.getByRole('tab', { name: 'Entregas' }).click();
    await page.getByRole('cell', { name: 'Reintentando' }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: STORE_NAME }).first().waitFor();
    await screenshot('webhooks-log');
    await page.getByRole('link', { name: 'product.created' }).first().click();
    await page.getByText('X-Service-Signature: v1=').waitFor();
    await page.getByText('El servidor respondió 500.').first().waitFor();
    await expectAccessible(page);
    await screenshot('webhooks-delivery');

    // The state after an erasure of the customer in its payload.
    await database.query("update attempt set body = null, response = '' where app_id = $1", [app.client_id]);
    await page.reload();
    await page.getByText('La solicitud y la respuesta ya no se guardan').waitFor();
    expect(await page.getByText('X-Service-Signature').count()).toBe(0);
    await expectAccessible(page);
    await screenshot('webhooks-forgotten');

    receiver.failing.delete('/browser');
    const before = receiver.at('/browser').length;
    await page.getByRole('button', { name: 'Repetir' }).click();
    await page.getByText('Entregada').waitFor();
    const again = await receiver.until('/browser', ({ body }) => body.data.id === id, before);
    await page.getByText(again.headers['x-service-delivery']!).first().waitFor();
    await screenshot('webhooks-replayed');
  });

  test('a developer sends a test event and sees skipped events and statistics', async () => {
    await page.goto(`${base()}?tab=test&event=order.paid`);
    await expect.poll(() => page.getByLabel('Evento').inputValue()).toBe('order.paid');
    await expectAccessible(page);
    await screenshot('webhooks-test');
    await page.getByRole('button', { name: 'Enviar evento' }).click();
    const sent = await receiver.until('/browser', ({ body }) => body.type === 'order.paid');
    expect(sent.headers['x-service-test']).toBe('true');
    await page.getByText('Entregada').waitFor();
    for (const tab of ['unsent', 'privacy', 'figures']) {
      await page.goto(`${base()}?tab=${tab}`);
      await settled(page);
      await expectAccessible(page);
      await screenshot(`webhooks-${tab}`);
    }
    await page.getByText('de los intentos salió bien').waitFor();
  });

  test('a secret is shown and rotated after a confirmation, and the overlap period is displayed', async () => {
    await page.goto(base());
    await page.getByRole('button', { name: 'Mostrar' }).click();
    await page.getByText(/^whsec_/).waitFor();
    const old = await page.getByText(/^whsec_/).textContent();
    await page.getByRole('button', { name: 'Rotar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotar' }).click();
    await page.getByText('El secreto anterior también firma').waitFor();
    await page.getByText('Lo rotaste').waitFor();
    await expect.poll(() => page.getByText(/^whsec_/).textContent()).not.toBe(old);
    await screenshot('webhooks-secret');
  });

  test('a developer replays a time range and is notified when it contains no failed delivery', async () => {
    await page.goto(`${base()}?tab=log`);
    await page.getByRole('button', { name: 'Repetir un período' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Repetir' }).click();
    await page.getByText('Repetición terminada').waitFor();
    await page.getByText('No falló ninguna entrega').waitFor();
    await expectAccessible(page);
  });

  test('the progress of a second replay of a time range is followed to its end', async () => {
    let reads = 0;
    await page.route('**/webhooks/replays/*', (route) =>
      route.fulfill({
        json: { state: ++reads === 1 ? 'running' : 'done', total: 2, done: reads === 1 ? 0 : 2, failure: '' },
      }),
    );
    await page.getByRole('button', { name: 'Repetir un período' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Repetir' }).click();
    await page.getByText('Repetidas: 2').waitFor();
    await page.getByText('Repetición terminada').waitFor();
    await page.unrouteAll();
  });

  test('a ping that is refused is reported', async () => {
    await page.route('**/webhooks/ping', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'conflict', details: [{ reason: 'suspended', message: 'Suspended.' }] },
      }),
    );
    await page.getByRole('button', { name: 'Enviar ping' }).click();
    await page.getByRole('alert').getByText('La app o quien la desarrolla está suspendida.').waitFor();
    await page.unrouteAll();
  });

  test('a developer calls the API from the explorer', async () => {
    const at = new URLSearchParams({ app: app.client_id, store: storeId, operation: 'listProducts' });
    await page.goto(`/developers/${developer}/explorer?${at.toString()}`);
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByText('ratelimit-policy').waitFor();
    await expectAccessible(page);
    await screenshot('explorer');
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of [base(), `${base()}?tab=log`, `/developers/${developer}/explorer`]) {
      await page.goto(path);
      await settled(page);
      expect([path, await isTooWide(page)]).toEqual([path, false]);
      await screenshot(`phone-${path.split('/').at(-1)!.replace('?tab=', '-')}`);
    }
  });
});
