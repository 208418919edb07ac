// covers: packages/cli, web, gateway, services/auth
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { withAuthDatabase } from '../support/auth-database.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newPerson, type TestPerson } from '../support/new-store.ts';
import { platform, type DemoApp } from '../support/platform.ts';

const [gateway] = platform().gateways;
const folder = mkdtempSync(path.join(tmpdir(), 'mostrador-cli-'));

/** Result of a command. */
interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line. @param onOutput gets what was printed to stderr so far */
async function mostrador(args: string[], onOutput: (stderr: string) => void = () => undefined): Promise<Ran> {
  const child = spawn(process.execPath, [path.resolve('packages/cli/src/main.ts'), ...args], {
    env: { PATH: process.env['PATH'], MOSTRADOR_CONFIG_DIR: folder },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    printed.stderr += chunk.toString();
    onOutput(printed.stderr);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...printed };
}

describeInBrowser('the command line', () => {
  let browser: Browser;
  let person: TestPerson;
  let app: DemoApp;

  beforeAll(async () => {
    browser = await startChromium();
    person = await newPerson();
    const developerId = await newDeveloper('Estudio Sur');
    await withAuthDatabase(({ prisma }) =>
      prisma.acrossStores.developerMember.create({
        data: { personId: person.id, developerId, createdAt: new Date() },
      }),
    );
    app = await newApp(['read_products'], { developerId, name: 'Mi app' });
  });
  afterAll(() => browser.close());

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
    const file = path.join(folder, 'session.json');
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
    const created = await mostrador(['stores', 'create', 'Tienda de prueba', '--json']);
    const store = JSON.parse(created.stdout) as { id: string; name: string };
    expect(store).toMatchObject({ id: expect.stringMatching(/^sto_/), name: 'Tienda de prueba' });
    expect((await mostrador(['stores', 'list'])).stdout).toContain(store.id);
    await new AppClient(gateway, app).install(person);
    const read = await mostrador(['call', 'GET', '/store']);
    expect(JSON.parse(read.stdout)).toMatchObject({ data: { id: store.id, name: 'Tienda de prueba' } });
    const refused = await mostrador(['call', 'GET', '/customers', '--json']);
    expect(refused).toMatchObject({ code: 1, stderr: 'The API responded with status 403.\n' });
    expect(JSON.parse(refused.stdout)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  test('logout ends the session on the platform, too', async () => {
    const kept = readFileSync(path.join(folder, 'session.json'), 'utf8');
    expect(await mostrador(['logout'])).toEqual({ code: 0, stdout: '', stderr: '' });
    writeFileSync(path.join(folder, 'session.json'), kept);
    expect(await mostrador(['apps'])).toMatchObject({
      code: 3,
      stderr: 'Your session has ended. Run `mostrador login`.\n',
    });
  });
});
