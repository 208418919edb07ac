import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { PlainBrowser } from '../support/browser.ts';
import { AppClient, signInAndAllow } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { servedSnippets, start, STRICT, type Snippet } from '../support/snippets.ts';
import { newStockedStore, type StockedStore } from '../support/stocked-store.ts';

const [gateway] = platform().gateways;
const all = await servedSnippets(gateway);

/** Languages whose blocks are run: those of `webhooks` in deploy/test/webhook-docs.test.ts, the others here. */
const IN_WEBHOOKS = ['ts', 'python', 'php', 'go'];
const QUICK_START = 'quick-start-curl';
/** Its blocks are run by newcomer.long.test.ts; those of `cli` and `sdk` by the tests of their packages. */
const ELSEWHERE = ['quick-start', 'cli', 'sdk'];

const running = all.filter(({ notRun, page }) => notRun === undefined && !ELSEWHERE.includes(page));
const codeOf = (language: string, page: string): string[] =>
  running.filter((each) => each.language === language && each.page === page).map(({ code }) => code);
const shellGuides = running.filter(
  ({ page, language }) => language === 'sh' && page !== QUICK_START && !page.startsWith('reference/'),
);
const referenceCommands = running.filter(
  ({ page, language }) => language === 'sh' && page.startsWith('reference/'),
);

let folder: string;
let store: StockedStore;
let app: DemoApp;
let client: AppClient;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docs-snippets-'));
  store = await newStockedStore(gateway);
  app = await newApp(undefined, { redirectUris: [`http://127.0.0.1:${await randomPort()}/callback`] });
  client = new AppClient(gateway, app);
});
afterAll(() => rm(folder, { recursive: true }));

/** Variables that the guides refer to, with tokens and a code that no other snippet uses. */
async function variables(): Promise<Record<string, string>> {
  const tokens = await client.install(store.owner);
  const { parameters, verifier } = await client.authorize(store.owner);
  return {
    CLIENT_ID: app.client_id,
    CLIENT_SECRET: app.client_secret,
    REDIRECT_URI: app.redirect_uri,
    CODE: parameters.get('code')!,
    VERIFIER: verifier,
    TOKEN: tokens.access_token,
    REFRESH_TOKEN: tokens.refresh_token,
    SHOP: store.shops[0],
    PRODUCT: store.product.id,
  };
}

async function runScript(name: string, code: string, env: Record<string, string>) {
  await writeFile(path.join(folder, name), code);
  return start([process.execPath, name], folder, env).finished();
}

/** JSON of a guide, which may leave out a part: `"…"`, `[ … ]`. */
const isJson = ({ code }: Snippet): boolean => {
  try {
    JSON.parse(code.replaceAll(/([[{]) … ([\]}])/g, '$1$2'));
    return true;
  } catch {
    return false;
  }
};

test('every block of the documentation is run, or marked with the reason why not', () => {
  const unknown = running.filter(({ page, language }) => {
    if (language === 'js') return ![QUICK_START, 'pagination-and-sync', 'rate-limits'].includes(page);
    if (IN_WEBHOOKS.includes(language)) return page !== 'webhooks';
    return !['sh', 'json', 'text', 'http'].includes(language);
  });
  expect(unknown).toEqual([]);
  expect(all.filter(({ notRun }) => notRun !== undefined).map(({ page, notRun }) => [page, notRun])).toEqual([
    [QUICK_START, 'needs the Internet and a tunnel of a third party'],
  ]);
  expect(IN_WEBHOOKS.map((language) => codeOf(language, 'webhooks').length)).toEqual([1, 1, 1, 1]);
  expect(running.filter((each) => each.language === 'json' && !isJson(each))).toEqual([]);
  expect([shellGuides.length, referenceCommands.length].every((count) => count > 5)).toBe(true);
});

describe('shell commands of the guides', () => {
  test.each(shellGuides.map((snippet, index) => [snippet.page, index + 1, snippet] as const))(
    '%s, command %i, is answered without an error',
    async (_page, _index, { code }) => {
      const { code: exit, output } = await start(
        ['bash', '--norc', '-c', `${STRICT}${code}`],
        folder,
        await variables(),
      ).finished();
      expect([exit, output]).toEqual([0, expect.stringMatching(/^\{/)]);
    },
  );
});

test('every command of the reference is a request that the API accepts, but for its unknown ids', async () => {
  const { TOKEN, SHOP } = await variables();
  for (const { page, code } of referenceCommands.toSorted(uninstallLast)) {
    const shell = start(['bash', '--norc', '-c', code], folder, {
      TOKEN: TOKEN!,
      SHOP: SHOP!,
      ID: 'unknown',
    });
    const { output } = await shell.finished();
    const answer = JSON.parse(output) as { status?: number; detail?: string; details?: unknown };
    const { status = 200, detail, details } = answer;
    expect([page, code, status, detail, details]).toEqual([
      page,
      code,
      expect.toSatisfy((value: number) => [200, 404].includes(value)),
      detail,
      details,
    ]);
  }
});

const uninstallLast = (one: Snippet, other: Snippet): number =>
  Number(one.code.includes('DELETE "')) - Number(other.code.includes('DELETE "'));

describe('JavaScript of the guides', () => {
  test('pagination and sync: walks a list, continues from a checkpoint, and follows events', async () => {
    const { TOKEN } = await variables();
    await store.client.call(priceRoutes.edit, {
      params: { store: store.id, product: store.product.id },
      body: { priceCentavos: 120_000, costCentavos: 60_000, variants: [] },
    });
    const script = `const token = process.env.TOKEN;
${codeOf('js', 'pagination-and-sync').join('\n')}
const saved = [];
const checkpoint = await sync('/products', token, null, (product) => saved.push(product.id));
await sync('/products', token, checkpoint, (product) => saved.push(product.id));
const events = [];
while (events.length === 0)
  await follow(token, { cursor: null }, new Set(), (event) => events.push(event.type));
console.log(JSON.stringify({ saved: saved.slice(-2), events }));`;
    const { code, output } = await runScript('sync.mjs', script, { TOKEN: TOKEN! });
    const last = output.trimEnd().split('\n').at(-1)!;
    expect([code, output]).toEqual([0, expect.stringContaining(store.product.id)]);
    expect(JSON.parse(last)).toEqual({
      saved: [store.product.id, store.product.id],
      events: expect.arrayContaining(['product.updated']),
    });
  });

  test('rate limits: waits when it is limited, and loses no request', async () => {
    const { TOKEN } = await variables();
    const script = `${codeOf('js', 'rate-limits').join('\n')}
const options = { headers: { Authorization: \`Bearer \${process.env.TOKEN}\` } };
const responses = await Promise.all(Array.from({ length: 20 }, () => call('${gateway}/api/public/2026-10/store', options)));
console.log(responses.map(({ status }) => status).join());`;
    const { code, output } = await runScript('limits.mjs', script, { TOKEN: TOKEN! });
    expect([code, output.trim()]).toEqual([0, Array(20).fill('200').join()]);
  });
});

const ctx = () => systemContext('platform-test', deadlineIn(30_000));

describe('the quick start', () => {
  const [credentials, authorize, exchange, ...calls] = codeOf('sh', QUICK_START);
  const [firstCall, receiver] = codeOf('js', QUICK_START);

  test('installs the app and reads, in one shell', async () => {
    const shell = start(['bash', '--norc'], folder);
    const filled = credentials!
      .replace('paste-the-client-id', app.client_id)
      .replace('paste-the-secret', app.client_secret)
      .replace(/(?<=REDIRECT_URI=).*/, app.redirect_uri);
    shell.write(`${STRICT}${filled}${authorize!}`);
    const url = await shell.until(/http\S+authorize\?\S+(?=\n)/);
    const left = await signInAndAllow(new PlainBrowser(gateway), url, store.owner);
    shell.write(exchange!.replace('paste-the-code', left.searchParams.get('code')!));
    shell.write(calls.join('\n'));
    const { code, output } = await shell.finished();
    expect([code, output]).toEqual([0, expect.stringContaining(`"id":"${store.id}"`)]);
    // Its products, prices and stock.
    expect(output.split(store.product.id).length).toBeGreaterThan(3);
  });

  test('the script for Node gets a token and reads the store', async () => {
    const env = {
      CLIENT_ID: app.client_id,
      CLIENT_SECRET: app.client_secret,
      REDIRECT_URI: app.redirect_uri,
    };
    await writeFile(path.join(folder, 'first-call.mjs'), firstCall!);
    const script = start([process.execPath, 'first-call.mjs'], folder, env);
    const url = await script.until(/http\S+authorize\?\S+(?=\n)/);
    await fetch(await signInAndAllow(new PlainBrowser(gateway), url, store.owner));
    const { code, output } = await script.finished();
    expect([code, output]).toEqual([0, expect.stringContaining(`id: '${store.id}'`)]);
  });

  test('the receiver verifies a ping, and rejects a request that is not signed', async () => {
    const port = await randomPort();
    const url = `http://127.0.0.1:${port}/`;
    const channel = new GrpcChannel(platform().processes['webhooks']!.address, [WebhooksServiceService]);
    const webhooks = channel.service(WebhooksServiceService);
    const appId = app.client_id;
    const { secret } = await webhooks.putEndpoint(ctx(), { appId, url, eventTypes: [] });
    await writeFile(path.join(folder, 'receiver.mjs'), receiver!);
    const env = { WEBHOOK_SECRET: secret!, PORT: String(port) };
    const script = start([process.execPath, 'receiver.mjs'], folder, env);
    await script.until(/Listening/);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    await webhooks.sendPing(ctx(), { appId });
    expect(await script.until(/verified .*/)).toMatch(/^verified ping evt_/);
    script.stop();
    await script.finished();
    channel.close();
  });
});
