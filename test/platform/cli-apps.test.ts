// covers: packages/cli, gateway, services/auth
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliRoutes } from '@commerce/console-api/routes/cli.ts';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { choices } from '@commerce/service-kit/testing/level.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { Mostrador } from '../support/mostrador.ts';
import { newDeveloper } from '../support/new-app.ts';
import { joinDeveloper, newPerson, type TestPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;
const someOf = choices();

/** Fault of the request for a secret on its way. */
type Fault = 'cut' | 'cut in the response' | 'unavailable' | 'signed out' | undefined;
let fault: Fault;

/** The network between the command line and the platform. */
const network = createServer((request, response) => {
  forward(request, response).catch(() => response.destroy());
});
let url: string;

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const isFaulty = request.url!.endsWith('/client-secrets');
  if (isFaulty && fault === 'cut') return void response.destroy();
  if (isFaulty && fault === 'unavailable') {
    const problem = { detail: 'The platform is overloaded.', details: [], request_id: 'req-1' };
    return void response.writeHead(503, { 'retry-after': '1' }).end(JSON.stringify(problem));
  }
  const { method, headers } = request;
  const { authorization, 'content-type': type, 'x-console': mark } = headers as Record<string, string>;
  const token = isFaulty && fault === 'signed out' ? 'Bearer unknown' : authorization;
  const answer = await fetch(`${gateway}${request.url}`, {
    method: method!,
    headers: {
      'x-console': mark!,
      ...(token && { authorization: token }),
      ...(type && { 'content-type': type }),
    },
    ...(body.length > 0 && { body }),
  });
  const text = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status, { 'content-length': text.length });
  if (!isFaulty || fault !== 'cut in the response') return void response.end(text);
  response.write(text.subarray(0, 10), () => response.destroy());
}

/** Signs in with the command line, whose consent is given without a browser. */
async function signIn(cli: Mostrador, person: TestPerson): Promise<void> {
  const console = await ConsoleClient.of(gateway, person);
  const allow = async (page: URL): Promise<void> => {
    const { port, state, challenge } = Object.fromEntries(page.searchParams);
    const { code } = await console.call(cliRoutes.createCode, { body: { codeChallenge: challenge! } });
    await fetch(
      `http://127.0.0.1:${port}/callback?${new URLSearchParams({ code, state: state! }).toString()}`,
    );
  };
  let allowed: Promise<void> | undefined;
  const { code } = await cli.run(['login', '--no-browser', '--url', url], (stderr) => {
    const page = /http:\S+(?=\n)/.exec(stderr)?.[0];
    if (page !== undefined) allowed ??= allow(new URL(page));
  });
  await allowed;
  expect(code).toBe(0);
}

const CREATE = [
  'apps',
  'create',
  'Mi app',
  '--scopes',
  'read_products',
  '--redirect-uri',
  'http://127.0.0.1:4500/',
];

describe('apps create', () => {
  const [ofOwner, ofMember] = [new Mostrador(), new Mostrador()];
  let developer: string;
  let portal: ConsoleClient;

  beforeAll(async () => {
    network.listen(0, '127.0.0.1');
    await once(network, 'listening');
    url = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
    const [owner, member] = [await newPerson(), await newPerson()];
    developer = await newDeveloper('Estudio Sur', [owner]);
    await joinDeveloper(member, developer);
    portal = await ConsoleClient.of(gateway, owner);
    await signIn(ofOwner, owner);
    await signIn(ofMember, member);
  });
  afterAll(() => network.close());

  /** The newest app of the developer, as the portal lists it, and its secrets. */
  async function newest(): Promise<{ id: string; secrets: number }> {
    const { items } = await portal.call(developerRoutes.listApps, { params: { developer }, query: {} });
    const { id } = items.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]!;
    const secrets = await portal.call(developerRoutes.listSecrets, { params: { developer, app: id } });
    return { id, secrets: secrets.items.length };
  }

  test('prints the client id and the secret to an owner', async () => {
    fault = undefined;
    const { code, stdout, stderr } = await ofOwner.run(CREATE);
    const { id, secrets } = await newest();
    expect([code, stderr, secrets]).toEqual([0, `Created the app ${id}.\n`, 1]);
    expect(stdout).toMatch(new RegExp(`^Client id      ${id}\nClient secret  sk_\\S+\n$`));
    const created = await ofOwner.json('apps', ...CREATE.slice(1));
    expect(created).toEqual({ clientId: (await newest()).id, clientSecret: expect.stringMatching(/^sk_/) });
  });

  const notReceived = (id: string, reason: string): string =>
    `Created the app ${id}.
The app was created, but its client secret was not received:
${reason}
Do not create the app again: an owner of the developer account can create a secret at ${url}/developers/${developer}/apps/${id}
`;

  const unfinished: [string, Mostrador, Fault, number, string, number][] = [
    [
      'by a member who is not an owner',
      ofMember,
      undefined,
      1,
      'Only an owner of the developer account can do this.',
      0,
    ],
    ['whose secret request does not reach the platform', ofOwner, 'cut', 1, 'Could not reach ', 0],
    ['whose secret is lost on its way', ofOwner, 'cut in the response', 1, 'Could not reach ', 1],
    ['while secrets cannot be created', ofOwner, 'unavailable', 1, 'The platform is overloaded.', 0],
    ['whose session ends before the secret', ofOwner, 'signed out', 3, 'Your session has ended.', 0],
  ];

  test.each(someOf(unfinished, 3))(
    'an app %s has its client id printed, and how to go on',
    async (_name, cli, broken, code, reason, secrets) => {
      fault = broken;
      const ran = await cli.run(CREATE);
      const app = await newest();
      expect([ran.code, ran.stdout, app.secrets]).toEqual([code, `Client id  ${app.id}\n`, secrets]);
      const said = ran.stderr.split('\n').slice(2, -2).join('\n');
      expect(said).toContain(reason);
      expect(ran.stderr).toBe(notReceived(app.id, said));
    },
  );

  test('with --json, the client id comes without a secret', async () => {
    fault = undefined;
    const ran = await ofMember.run([...CREATE, '--json']);
    const { id } = await newest();
    expect([ran.code, JSON.parse(ran.stdout)]).toEqual([1, { clientId: id, clientSecret: null }]);
    expect(ran.stderr).toContain('an owner of the developer account can create a secret');
  });

  test('an app that is refused has neither, and the reason is printed', async () => {
    const ran = await ofOwner.run([...CREATE.slice(0, -1), 'ftp://x']);
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('edirect') });
  });
});
