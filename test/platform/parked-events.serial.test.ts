import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { parkedEventRoutes } from '@commerce/console-api/routes/parked-events.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { PricesChanged } from '@commerce/proto/commerce/pricing/v1/events.ts';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { platform } from '../support/platform.ts';
import { platformSql } from '../support/platform-sql.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;
const staff = await ConsoleClient.of(gateway, demo.platform);
const type = 'prices.changed';

/** Parks an event of pricing in catalog, as if it had failed. */
async function park(payload: Uint8Array, error: string): Promise<string> {
  const id = newId('evt');
  const [store] = demo.stores;
  const message = Event.encode({
    id,
    type,
    occurredAtMs: Date.now(),
    storeId: store.id,
    actor: undefined,
    subjectId: 'prd_x',
    requestId: 'test',
    traceparent: '',
    payload: Buffer.from(payload),
  }).finish();
  await platformSql(
    'catalog',
    `insert into parked_event values ($1, 'pricing', $2, $3, 'prd_x', $4, $5, 5, now(), now())`,
    [id, type, store.id, Buffer.from(message), error],
  );
  return id;
}

const MAIN = fileURLToPath(new URL('../../services/catalog/dist/main.js', import.meta.url));

function catalogEnv(): Record<string, string> {
  const { databaseUrls, nats, processes } = platform();
  return {
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrls['catalog']!,
    NATS_URL: nats.url,
    INVENTORY_ADDRESS: processes['inventory']!.address,
    PRICING_ADDRESS: processes['pricing']!.address,
    IMAGES_URL: `${gateway}/images`,
    IMAGES_FOLDER: tmpdir(),
  };
}

const good = () => PricesChanged.encode({ prices: [], bulkOperationId: undefined }).finish();
/** A length-delimited field that is longer than the message. */
const bad = () => Buffer.from([0x0a, 0x09, 0xff]);
const listed = async (error: string) =>
  (await staff.call(parkedEventRoutes.list, { query: { service: 'catalog', error } })).items;

test('the staff pages through, replays and discards parked events, and the audit log names the actor', async () => {
  const ids = [await park(good(), 'first defect'), await park(good(), 'first defect')];
  const broken = await park(bad(), 'second defect');
  const one = await staff.call(parkedEventRoutes.list, { query: { type, error: 'DEFECT', limit: 2 } });
  expect(one.items.map(({ eventId }) => eventId)).toEqual([broken, ids[1]]);
  expect(one.items[0]).toMatchObject({ service: 'catalog', source: 'pricing', attempts: 5 });
  const two = await staff.call(parkedEventRoutes.list, {
    query: { type, error: 'DEFECT', limit: 2, cursor: one.nextCursor! },
  });
  expect(two.items.map(({ eventId }) => eventId)).toEqual([ids[0]]);
  expect(two.nextCursor).toBeNull();

  const key = { service: 'catalog', event: broken };
  const { error } = await staff.call(parkedEventRoutes.replay, { params: key });
  expect(error).toMatch(/RangeError|Error/);
  expect(
    await staff.call(parkedEventRoutes.replayAll, { body: { service: 'catalog', error: 'first defect' } }),
  ).toEqual({ replayed: 2, failed: 0, hasMore: false, unreachable: [] });
  expect(await listed('first defect')).toEqual([]);
  await staff.call(parkedEventRoutes.discard, { params: key, body: { reason: 'Tested.' } });
  expect((await staff.send(parkedEventRoutes.replay, { params: key })).status).toBe(404);
  const { items } = await staff.call(platformRoutes.listAudit, { query: { subject: broken } });
  expect(items.map(({ action, reason }) => [action, reason])).toEqual([
    ['parked_event.replayed', ''],
    ['parked_event.discarded', 'Tested.'],
    ['parked_event.replayed', ''],
  ]);
});

/** Runs catalog's `parked` command. */
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, 'parked', ...args], {
    env: catalogEnv(),
    timeout: 60_000,
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
  );

test('`main.js parked` lists and replays parked events without serving', async () => {
  const id = await park(good(), 'command defect');
  const other = await park(bad(), 'command defect');
  const list = await run('list');
  expect(list.code).toBe(0);
  expect(list.stdout).toContain(`${id}\tpricing\t${type}\t${demo.stores[0].id}\t5\t`);
  expect(await run('replay', id)).toEqual({ code: 0, stdout: `${id}\treplayed\n` });
  const all = await run('replay', '--all');
  expect(all.code).toBe(1);
  expect(all.stdout).toMatch(new RegExp(`^${other}\tfailed\t.*Error.*\n0 replayed, 1 failed\n$`));
  expect((await run('replay', id)).stdout).toContain('not found');
  expect((await run('drop')).code).toBe(64);
  await platformSql('catalog', 'delete from parked_event where event_id = $1', [other]);
});

describeInBrowser('parked events in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  test('a parked event is replayed after a confirmation, and one that fails again shows its new error', async () => {
    const id = await park(good(), 'page defect');
    const broken = await park(bad(), 'page defect');
    const page = await signedIn(await openPage(browser, gateway), gateway, demo.platform);
    await page.goto('/platform/parked-events?q=page+defect');
    const row = page.getByRole('row').filter({ hasText: id });
    await row.waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reintentar' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reintentar todos' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reintentar todos' }).click();
    await page.getByText('0 procesados, 1 volvieron a fallar').waitFor();
    await page.goto(`/platform/parked-events?service=catalog`);
    const left = page.getByRole('row').filter({ hasText: broken });
    await left.getByRole('button', { name: 'Descartar' }).click();
    await page.getByRole('dialog').getByLabel('Motivo (para la auditoría)').fill('Probado.');
    await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
    await left.waitFor({ state: 'detached' });
  });
});
