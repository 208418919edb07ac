// covers: packages/cli, web, gateway, services/auth, services/webhooks, services/orders
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { Webhooks } from '@mostrador/sdk';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { Mostrador } from '../support/mostrador.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newPerson, type TestPerson } from '../support/new-store.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';

const [gateway] = platform().gateways;
const cli = new Mostrador();
const mostrador = cli.run.bind(cli);

describeInBrowser('the command line', () => {
  let browser: Browser;
  let person: TestPerson;
  let developer: string;
  let app: DemoApp;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    browser = await startChromium();
    person = await newPerson();
    developer = await newDeveloper('Estudio Sur', [person]);
    app = await newApp(['read_products', 'read_orders'], { developerId: developer, name: 'Mi app' });
    receiver = await receiveWebhooks();
  });
  afterAll(async () => {
    await browser.close();
    await receiver.close();
  });

  test('without a session, commands end with 3 and say what to do', async () => {
    expect(await mostrador(['apps'])).toEqual({
      code: 3,
      stdout: '',
      stderr: 'You are not signed in. Run `mostrador login`.\n',
    });
    expect(await mostrador(['login'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--url') });
    expect(await mostrador(['nothing'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--help'),
    });
    const unreachable = await mostrador(['login', '--no-browser', '--url', 'nope']);
    expect(unreachable).toMatchObject({ code: 2, stderr: 'nope is not a URL.\n' });
  });

  test('login opens a session with the consent of the signed-in person', async () => {
    let opened: Promise<void> | undefined;
    const allow = async (address: string): Promise<void> => {
      const page = await signedIn(await openPage(browser, gateway), gateway, person);
      await page.goto(address);
      await page.getByRole('heading', { name: 'Permitir la línea de comandos' }).waitFor();
      await page.getByText('Estudio Sur').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Permitir' }).click();
      await page.getByText('Done: go back to the terminal.').waitFor();
    };
    const ran = await mostrador(['login', '--no-browser', '--url', gateway], (stderr) => {
      const address = /http:\S+/.exec(stderr)?.[0];
      if (address !== undefined) opened ??= allow(address);
    });
    await opened;
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`Signed in as ${person.email}`) });
    const file = path.join(cli.folder, 'session.json');
    expect(statSync(file).mode.toString(8)).toMatch(/600$/);
    const { items } = await (await ConsoleClient.of(gateway, person)).call(peopleRoutes.listSessions, {});
    expect(items).toContainEqual(expect.objectContaining({ browser: 'Mostrador CLI', system: 'linux' }));
  });

  test('an incomplete address says so, and sends nothing to the port', async () => {
    const page = await signedIn(await openPage(browser, gateway), gateway, person);
    await page.goto('/cli?port=80&state=x&challenge=x');
    await page.getByText('La dirección está incompleta.').waitFor();
    expect(await page.getByRole('button', { name: 'Permitir' }).count()).toBe(0);
  });

  test('lists apps, creates a test store, and calls the API on it', async () => {
    expect(await mostrador(['apps'])).toEqual({
      code: 0,
      stdout: `${app.client_id}  Mi app  published\n`,
      stderr: '',
    });
    const store = await cli.json<{ id: string }>('stores', 'create', 'Tienda de prueba', '--seed', 'small');
    expect(store).toMatchObject({ id: expect.stringMatching(/^sto_/), name: 'Tienda de prueba' });
    expect((await mostrador(['stores', 'list'])).stdout).toContain(store.id);
    await new AppClient(gateway, app).install(person);
    const read = await mostrador(['call', 'GET', '/store']);
    expect(JSON.parse(read.stdout)).toMatchObject({ data: { id: store.id, name: 'Tienda de prueba' } });
    const refused = await mostrador(['call', 'GET', '/customers', '--json']);
    expect(refused).toMatchObject({ code: 1, stderr: 'The API responded with status 403.\n' });
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('listen forwards signed events of the test store, also those of the past', async () => {
    const secret = (await mostrador(['listen', '--print-secret'])).stdout.trim();
    const listening = cli.start(
      'listen',
      '--forward-to',
      receiver.url('/local'),
      '--events',
      'order.created',
    );
    await listening.until('Listening to');
    const { orderId } = await cli.json<{ orderId: string }>('trigger', 'order.created', '--source', 'pos');
    const { headers, raw, body } = await receiver.until('/local', (one) => one.body.data.id === orderId);
    expect(new Webhooks(secret).verify(raw, headers)).toMatchObject({ type: 'order.created' });
    expect(headers).toMatchObject({ 'x-service-event-id': body.id, 'x-service-store': body.store_id });
    expect(await listening.until(body.id)).toMatch(/order\.created {2}evt_\w+ {2}→ 200 in \d+ ms\n$/);
    await listening.end();
    expect(receiver.at('/local').map((one) => one.body.type)).toEqual(['order.created']);
    const again = cli.start('listen', '--since', '10m', '--json');
    await again.until(body.id);
    await again.end();
    const refused = await mostrador(['listen', '--forward-to', 'localhost:3000']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--forward-to') });
    expect((await mostrador(['listen', '--since', 'yesterday'])).stderr).toContain('10m');
  });

  test('a listener reports a server that does not respond, and goes on', async () => {
    const gone = await receiveWebhooks();
    await gone.close();
    const listening = cli.start('listen', '--forward-to', gone.url('/hook'));
    await listening.until('Listening to');
    await cli.json('trigger', 'product.updated');
    await listening.until('no response: ECONNREFUSED');
    await cli.json('trigger', 'order.created');
    expect(await listening.until('order.created')).toContain('product.updated');
    await listening.end();
  });

  test('events are listed and sent again to the webhook', async () => {
    const params = { developer, app: app.client_id };
    const client = await ConsoleClient.of(gateway, person);
    const body = { url: receiver.url('/hook'), eventTypes: ['order.created'] };
    await client.call(webhookRoutes.put, { params, body });
    await cli.json('trigger', 'order.created');
    const first = await receiver.until('/hook', () => true);
    const eventId: string = first.body.id;
    const listed = await cli.json<{ eventId: string; id: string }[]>(
      'events',
      'list',
      '--type',
      'order.created',
    );
    expect(listed).toEqual([expect.objectContaining({ eventId })]);
    await cli.json('events', 'resend', eventId);
    const second = await receiver.until('/hook', () => true, 1);
    expect(second.body.id).toBe(eventId);
    expect(second.headers['x-service-delivery']).not.toBe(first.headers['x-service-delivery']);
    await cli.json('events', 'resend', listed[0]!.id);
    await receiver.until('/hook', ({ body: { id } }) => id === eventId, 2);
    const unknownId = eventId.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'));
    const unknown = await mostrador(['events', 'resend', unknownId]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('listen --since') });
  });

  test('trigger names what is wrong with a field', async () => {
    const refused = await mostrador(['trigger', 'stock.changed', '--on-hand=-5']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('onHand') });
    expect(await mostrador(['trigger', 'nothing'])).toMatchObject({ code: 2 });
  });

  test('logs tail prints a failed request', async () => {
    const tail = cli.start('logs', 'tail', '--status', '403');
    await tail.until('Waiting');
    await mostrador(['call', 'GET', '/customers']);
    expect(await tail.until('insufficient_scope')).toMatch(/403 {2}GET \/customers {2}insufficient_scope/);
    await tail.end();
  });

  test('reset makes the sample data again', async () => {
    const before = await cli.json<{ body: { data: { id: string }[] } }>('call', 'GET', '/products?limit=1');
    expect(await cli.json('stores', 'reset')).toMatchObject({ seed: 'small', state: 'ready' });
    const after = await cli.json<typeof before>('call', 'GET', '/products?limit=1');
    expect(after.body.data[0]!.id).not.toBe(before.body.data[0]!.id);
  });

  test('logout ends the session on the platform, too', async () => {
    const kept = readFileSync(path.join(cli.folder, 'session.json'), 'utf8');
    expect(await mostrador(['logout'])).toEqual({ code: 0, stdout: '', stderr: '' });
    writeFileSync(path.join(cli.folder, 'session.json'), kept);
    expect(await mostrador(['apps'])).toMatchObject({
      code: 3,
      stderr: 'Your session has ended. Run `mostrador login`.\n',
    });
  });
});
