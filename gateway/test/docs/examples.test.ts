import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guides } from './built-site.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docs-examples-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function blocks(guide: string, language: string): Promise<string[]> {
  const markdown = await readFile(new URL(`${guide}.md`, guides), 'utf8');
  return [...markdown.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code!,
  );
}

function run(
  command: string,
  args: string[],
  onOutput: (output: string) => void = () => undefined,
): Promise<[number | null, string]> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: folder, env: { PATH: process.env['PATH'] } });
    let output = '';
    const take = (chunk: Buffer): void => onOutput((output += chunk.toString()));
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('close', (code) => resolve([code, output]));
  });
}

describe('examples', () => {
  test('in JavaScript and shell have no syntax errors', async () => {
    for (const guide of ['quick-start', 'oauth', 'pagination-and-sync', 'rate-limits'] as const) {
      const scripts = (await blocks(guide, 'js')).join('\n').replaceAll('{{base_url}}', 'http://x');
      await writeFile(path.join(folder, `${guide}.mjs`), `${scripts}\n`);
      expect([guide, ...(await run(process.execPath, ['--check', `${guide}.mjs`]))]).toEqual([guide, 0, '']);
      await writeFile(path.join(folder, `${guide}.sh`), (await blocks(guide, 'sh')).join('\n'));
      expect([guide, ...(await run('bash', ['-n', `${guide}.sh`]))]).toEqual([guide, 0, '']);
    }
  });
});

async function answer(request: IncomingMessage, challenge: string): Promise<[number, unknown]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization } = request.headers;
  if (request.url !== '/oauth/apps/token')
    return authorization === 'Bearer t-1'
      ? [200, { data: { id: 'sto_1' } }]
      : [401, { code: 'invalid_token' }];
  const body = new URLSearchParams(Buffer.concat(chunks).toString());
  const fits = createHash('sha256').update(body.get('code_verifier')!).digest('base64url') === challenge;
  const known = authorization === `Basic ${btoa('app_1:sk_1')}`;
  return fits && known && body.get('code') === 'c-1' ? [200, { access_token: 't-1' }] : [400, {}];
}

/** Stand-in for the platform: accepts the code `c-1` if the verifier matches the challenge, and then returns a store. */
async function standIn() {
  let challenge = '';
  const server = createServer((request, response) => {
    void answer(request, challenge).then(([status, body]) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept: async (authorize: URL): Promise<void> => {
      challenge = authorize.searchParams.get('code_challenge')!;
      const back = new URL(authorize.searchParams.get('redirect_uri')!);
      back.search = String(new URLSearchParams({ code: 'c-1', state: authorize.searchParams.get('state')! }));
      await fetch(back);
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the script of the quick start gets a token and reads the store', async () => {
  const platform = await standIn();
  const demo = {
    base_url: `${platform.url}/api/public/2026-10`,
    auth_url: platform.url,
    stores: [{ owner: { email: 'owner@example.com', password: 'secret' } }],
    apps: [
      {
        client_id: 'app_1',
        client_secret: 'sk_1',
        redirect_uri: `http://127.0.0.1:${await freePort()}/callback`,
      },
    ],
  };
  await mkdir(path.join(folder, '.local'));
  await writeFile(path.join(folder, '.local/demo.json'), JSON.stringify(demo));
  await writeFile(path.join(folder, 'first-call.mjs'), (await blocks('quick-start', 'js'))[0]!);
  let accepted = false;
  const [code, output] = await run(process.execPath, ['first-call.mjs'], (soFar) => {
    const address = /http\S+authorize\?\S+/.exec(soFar)?.[0];
    if (address === undefined || accepted) return;
    accepted = true;
    void platform.accept(new URL(address));
  });
  await platform.close();
  expect([code, output]).toEqual([0, expect.stringContaining("{ data: { id: 'sto_1' } }")]);
});
