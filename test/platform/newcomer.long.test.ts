// covers: packages/cli, packages/sdk, docs/api/quick-start.md, web, gateway, services
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openPage, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { linkMailedTo } from '../support/mail-page.ts';
import { platform } from '../support/platform.ts';
import { servedSnippets, start, type Running } from '../support/snippets.ts';

const [gateway] = platform().gateways;
const folder = mkdtempSync(path.join(tmpdir(), 'newcomer-'));
const env = {
  ...(process.env as Record<string, string>),
  MOSTRADOR_CONFIG_DIR: path.join(folder, 'config'),
};

/** Seconds of each step, by its name in the guide. */
const seconds: Record<string, number> = {};

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  seconds[name] = (performance.now() - startedAt) / 1000;
  return result;
}

/** Terminal in the folder of the newcomer. */
const shell = (): Running => start(['bash', '--norc'], folder, env);

async function run(commands: string): Promise<string> {
  const terminal = shell();
  terminal.write(`set -e\n${commands}`);
  const { code, output } = await terminal.finished();
  expect([code, output]).toEqual([0, expect.anything()]);
  return output;
}

describeInBrowser('the quick start, played by a newcomer', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await startChromium();
    page = await openPage(browser, gateway);
    for (const name of ['sdk', 'cli'])
      execFileSync('pnpm', ['pack', '--pack-destination', folder], { cwd: path.resolve('packages', name) });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test('from sign-up to a verified webhook, an installation and a current copy of the store', async () => {
    const blocks = (await servedSnippets(gateway)).filter(({ page: name }) => name === 'quick-start');
    const [tools, make, keep, read, listen, trigger, install, copy] = blocks
      .filter(({ language }) => language === 'sh')
      .map(({ code }) => code);
    const scripts = blocks.filter(({ language }) => language === 'js').map(({ code }) => code);
    const names = ['receiver.mjs', 'app.mjs', 'install.mjs', 'sync.mjs'];
    expect(scripts).toHaveLength(names.length);
    names.forEach((name, index) => writeFileSync(path.join(folder, name), scripts[index]!));
    const [npmInstall, login] = tools!.trim().split('\n');
    const [createApp, createStore] = make!.split(/\n(?=npx)/);
    const [printSecret, startReceiver, forward] = listen!.trim().split('\n');

    await step('Sign up and confirm the email address', signUp);

    await step('Install the SDK and the command line', async () => {
      writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
      const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
      const named = npmInstall!.replace(
        /@mostrador\/sdk mostrador/,
        packed.map((name) => `./${name}`).join(' '),
      );
      expect(named).not.toBe(npmInstall);
      await run(`${named} --no-audit --no-fund\n`);
    });

    await step('Sign in', async () => {
      const terminal = shell();
      terminal.write(`${login!}\n`);
      await page.goto(await terminal.until(/http:\/\/\S+\/cli\?\S+/));
      await page.getByRole('button', { name: 'Permitir' }).click();
      await page.getByText('Done: go back to the terminal.').waitFor();
      expect((await terminal.finished()).output).toContain('Signed in as');
    });

    const created = await step('Create an app', () => run(createApp!));
    await step('Create a store with sample data', () => run(createStore!));
    const answer = await step('Call the API', () => run(read!));
    expect(answer.match(/"id": "prd_/g)).toHaveLength(2);

    await step('Verify a webhook', async () => {
      const first = shell();
      first.write(`${printSecret!}\n${startReceiver!}\n${forward!}\n`);
      await first.until(/Listening to/);
      await run(trigger!);
      expect(await first.until(/verified order\.created \S+/)).toMatch(/\d$/);
      await first.until(/→ 200/);
      first.stop();
    });

    const credentials = keep!
      .replace('paste-the-client-id', /Client id +(\S+)/.exec(created)![1]!)
      .replace('paste-the-client-secret', /Client secret +(\S+)/.exec(created)![1]!);
    const installed = await step('Install the app as a merchant', async () => {
      const terminal = shell();
      terminal.write(`${credentials}${install!}`);
      await page.goto(await terminal.until(/http\S+authorize\?\S+(?=\n)/));
      await page.locator('button[value=allow]').click();
      await page.getByText('Done. Return to the terminal.').waitFor();
      const { code, output } = await terminal.finished();
      expect([code, output]).toEqual([0, expect.stringContaining('Installed on My test store: ins_')]);
      return output;
    });

    const [installationId] = /ins_\w+/.exec(installed)!;
    const copied = await step('Copy the store, then one change', () =>
      run(`${credentials}${copy!.replaceAll('paste-the-installation-id', installationId)}`),
    );
    // The sample data and the order that was made for the webhook.
    expect(copied.match(/^\{ changes.*$/gm)).toEqual([
      '{ changes: 36, products: 20, orders: 16 }',
      '{ changes: 1, products: 20, orders: 16 }',
    ]);

    const guide = readFileSync('docs/api/quick-start.md', 'utf8');
    const rows = [...guide.matchAll(/^\| ([A-Z][^|]+?) +\| +[\d.]+ +\|$/gm)].map(([, name]) => name);
    expect(rows).toEqual(Object.keys(seconds));
    mkdirSync('.local', { recursive: true });
    writeFileSync('.local/newcomer.json', `${JSON.stringify(seconds, undefined, 2)}\n`);
  });

  async function signUp(): Promise<void> {
    const email = `${randomUUID()}@example.com`;
    await page.goto('/sign-up');
    await page.getByLabel('Nombre de tu empresa o equipo').fill('Apps del Sur');
    await page.getByLabel('Tu nombre').fill('Zoe Paz');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByRole('button', { name: 'Crear la cuenta' }).click();
    await page.getByText('Te enviamos un enlace').waitFor();
    await page.goto(await linkMailedTo(email, 'verify-email'));
    await page.getByLabel('Contraseña nueva').fill('una contraseña larga');
    await page.getByRole('button', { name: 'Confirmar y entrar' }).click();
    await page.waitForURL(/\/developers\/dev_/);
  }
});
