// covers: web, gateway, packages/sdk, services/auth, services/catalog, services/orders
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { explorerRoutes, type ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import { exampleRequest, type ComposedRequest } from '../../web/src/areas/developer/explorer/request.ts';
import { SAMPLES, TOKEN_VARIABLE } from '../../web/src/areas/developer/explorer/samples.ts';
import { authSql, withAuthDatabase } from '../support/auth-database.ts';
import {
  expectAccessible,
  isTooWide,
  openPage,
  settled,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeWith } from '../support/describe-with.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newPerson, newStore, type TestPerson } from '../support/new-store.ts';
import { apiRoot, platform, type DemoApp } from '../support/platform.ts';
import { ensureFromPip, ensurePhp, pythonEnvironment, run } from '../support/tools.ts';

const { gateways } = platform();
const [gateway] = gateways;
const PYTHON = { name: 'requests', version: '2.32.5' };
const missingPython = await ensureFromPip(PYTHON.name, PYTHON.version);
const missingPhp = await ensurePhp();

let person: TestPerson;
let developer: string;
let app: DemoApp;
let client: ConsoleClient;
let operations: ApiOperation[];

beforeAll(async () => {
  person = await newPerson();
  developer = await newDeveloper();
  await withAuthDatabase(({ prisma }) =>
    prisma.acrossStores.developerMember.create({
      data: { personId: person.id, developerId: developer, createdAt: new Date() },
    }),
  );
  app = await newApp(['read_products', 'read_shops'], { developerId: developer, name: 'App explorada' });
  client = await ConsoleClient.of(gateway, person);
  ({ operations } = await client.call(explorerRoutes.explorer, { params: { developer } }));
}, 120_000);

const operationOf = (name: string): ApiOperation => operations.find((each) => each.name === name)!;

describe('code samples, run against the API', () => {
  const NAME = `Tijera 'la buena' "$HOME" \`id\` \\n 100 % ñ 日本 😀`;
  const folder = mkdtempSync(path.join(tmpdir(), 'samples-'));
  let token: string;

  beforeAll(async () => {
    const store = await newStore('enterprise');
    ({ access_token: token } = await new AppClient(gateway, await newApp()).install(store.owner));
    mkdirSync(path.join(folder, 'node_modules/@mostrador'), { recursive: true });
    symlinkSync(path.resolve('packages/sdk'), path.join(folder, 'node_modules/@mostrador/sdk'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const runners = {
    curl: (code: string) => run('sh', ['-c', `${code} --silent`], { env: { [TOKEN_VARIABLE]: token } }),
    sdk: (code: string) => runFile('sample.mjs', code, process.execPath, {}),
    python: (code: string) => runFile('sample.py', code, 'python3', pythonEnvironment(PYTHON.name)),
    php: (code: string) => runFile('sample.php', code, 'php', {}),
  };

  function runFile(name: string, code: string, command: string, env: NodeJS.ProcessEnv) {
    writeFileSync(path.join(folder, name), code);
    return run(command, [name], { cwd: folder, env: { ...env, [TOKEN_VARIABLE]: token } });
  }

  /** Runs the sample of a request. @returns its output, in which JSON is not indented */
  async function outputOf(language: keyof typeof SAMPLES, request: ComposedRequest): Promise<string> {
    const { code, output } = await runners[language](SAMPLES[language](request, apiRoot(gateway)));
    expect([code, output]).toEqual([0, expect.any(String)]);
    return output.replaceAll(/\n\s*/g, '').replaceAll('": ', '":');
  }

  const testLanguage = (language: keyof typeof SAMPLES): void => {
    test(`${language} writes what was composed, once per key, and reads it`, async () => {
      const sku = `A&B=${randomUUID()}`;
      const composed = exampleRequest(operationOf('createProduct'), {}, '');
      const body = JSON.stringify({ name: NAME, sku, is_active: true, description: null, tags: ['a', 'b'] });
      const create = { ...composed, body, idempotencyKey: randomUUID() };
      const made = await outputOf(language, create);
      expect(made).toContain(`"name":${JSON.stringify(NAME)}`);
      const [id] = /prd_[0-9a-z]{26}/.exec(made)!;
      expect(await outputOf(language, create)).toContain(id);
      const update = exampleRequest(operationOf('updateProduct'), { prd: id }, '');
      await outputOf(language, { ...update, body: JSON.stringify({ visibility: 'PUBLIC' }) });
      const list = exampleRequest(operationOf('listProducts'), {}, '');
      const listed = await outputOf(language, { ...list, query: { ...list.query, sku, limit: '1' } });
      expect([...listed.matchAll(/prd_[0-9a-z]{26}/g)].map(([found]) => found)).toEqual([id]);
      const remove = exampleRequest(operationOf('deleteProduct'), { prd: id }, '');
      expect(await outputOf(language, remove)).toContain('"deleted":true');
    });
  };

  testLanguage('curl');
  testLanguage('sdk');
  describeWith('requests', missingPython, 'with Python', () => testLanguage('python'));
  describeWith('PHP with curl', missingPhp, 'with PHP', () => testLanguage('php'));
});

describeInBrowser('the API explorer in a browser', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    page = await signedIn(await openPage(browser, gateway), gateway, person);
  });
  afterAll(() => browser.close());

  const answer = () => page.getByRole('region', { name: 'Respuesta' });
  const send = () => page.getByRole('button', { name: 'Enviar', exact: true }).click();

  /** Takes pictures of the page in three widths when a folder for them is configured. */
  const pictures = async (name: string): Promise<void> => {
    await settled(page);
    const folder = process.env['PICTURES'];
    for (const width of [360, 820, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([name, width, await isTooWide(page)]).toEqual([name, width, false]);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
    }
  };

  test('the first request creates a test store, installs the app and shows the response', async () => {
    await page.goto(`/developers/${developer}/explorer`);
    await page.getByText('Se crea con datos de ejemplo').waitFor();
    await send();
    await answer().getByText('quedó instalada').waitFor();
    await answer().getByText('200', { exact: true }).waitFor();
    await answer().getByText('x-request-id').waitFor();
    const { items } = await client.call(developerRoutes.listStores, { params: { developer } });
    expect(items.map(({ name, installedApps }) => [name, installedApps])).toEqual([['Tienda de prueba', 1]]);
    await expectAccessible(page);
    await pictures('explorer-first');
    expect(await page.content()).not.toMatch(/eyJ|Bearer ey/);
  });

  test('operations are found by the filter, and their fields are validated before sending', async () => {
    await page.getByLabel('Filtrar operaciones').fill('stock get');
    await page.getByRole('button', { name: /List stock|GET \/stock/ }).click();
    await send();
    await page.getByText('Es obligatorio.').waitFor();
    await page.getByLabel('Filtrar operaciones').fill('nothing');
    await page.getByText('Ninguna operación coincide.').waitFor();
    await page.getByLabel('Filtrar operaciones').fill('PATCH /products');
    await page.getByRole('button', { name: /PATCH \/products/ }).click();
    await page.getByLabel('Cuerpo', { exact: true }).fill('{');
    await send();
    await page.getByText('El cuerpo no es JSON válido.').first().waitFor();
  });

  test('the samples follow the composed request in every language', async () => {
    await page.goto(`/developers/${developer}/explorer?operation=createProduct`);
    await page.getByLabel('Cuerpo', { exact: true }).fill('{"name":"Pava"}');
    await page.getByRole('button', { name: 'Clave nueva' }).click();
    const key = await page.getByLabel('Idempotency-Key').inputValue();
    const samples = page.getByRole('region', { name: 'Código' });
    for (const language of ['PHP', 'Python', 'SDK', 'curl']) {
      await samples.getByRole('tab', { name: language }).click();
      const code = await samples.getByRole('tabpanel').textContent();
      expect(code).toContain('Pava');
      expect(code).toContain(key);
      expect(code).toContain(TOKEN_VARIABLE);
    }
    await expectAccessible(page);
    await pictures('explorer-samples');
  });

  test('the event catalog shows each event and leads to its test', async () => {
    await page.goto(`/developers/${developer}/events`);
    await page.getByRole('navigation').getByRole('button', { name: 'stock.changed' }).click();
    await page.getByText('Cambió el stock de un producto en una sucursal.').waitFor();
    await page.getByText('Necesita read_stock.').waitFor();
    await page.getByText('data.on_hand', { exact: true }).waitFor();
    await page.getByLabel('Ejemplo').getByText('"type": "stock.changed"').first().waitFor();
    await expectAccessible(page);
    await pictures('events');
    await page.getByRole('button', { name: 'order.paid' }).click();
    await page.getByLabel('Ejemplo').getByText('"type": "order.paid"').first().waitFor();
    await page.getByRole('link', { name: 'Enviar un evento de prueba a App explorada' }).click();
    await page.getByText('Primero creá el endpoint.').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=test&event=order.paid');
  });

  test('a missing permission is granted by one click when the app asks for it', async () => {
    await page.goto(`/developers/${developer}/explorer?operation=createProduct`);
    await send();
    await answer().getByText('403', { exact: true }).waitFor();
    await answer().getByText('La app no pide el permiso write_products').waitFor();
    const scopes = [...app.scopes, 'write_products'];
    await authSql('update app set scopes = $2 where id = $1', [app.client_id, scopes]);
    await page.reload();
    await page.getByLabel('Cuerpo', { exact: true }).fill('{"name":"Pava"}');
    await send();
    await answer().getByRole('button', { name: 'Otorgarlo y enviar de nuevo' }).click();
    await answer().getByText('201', { exact: true }).waitFor();
    await answer().getByText('"name": "Pava"').waitFor();
  });
});
