import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';

/**
 * `pnpm demo:app [1|2]`: a third-party app in a few lines, for trying the platform by hand. It sends you to the
 * authorization page of the running local stack, takes the code at its redirect URI, exchanges it, and prints what to
 * try with the token. `--data DIR` names another stack's directory.
 */

interface Demo {
  base_url: string;
  auth_url: string;
  stores: { name: string; owner: { email: string; password: string } }[];
  apps: { client_id: string; client_secret: string; redirect_uri: string; scopes: string[] }[];
}

const dataAt = process.argv.indexOf('--data');
const file = `${dataAt === -1 ? '.local' : process.argv[dataAt + 1]}/demo.json`;
const number = process.argv[2] === '2' ? 2 : 1;
const demo = readDemo();
const app = demo.apps[number - 1]!;
const client: oauth.Client = { client_id: app.client_id };
const options = { [oauth.allowInsecureRequests]: true };
const issuer = new URL(demo.auth_url);
const server = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }),
);
const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();

const redirect = new URL(app.redirect_uri);
const listener = createServer((request, response) => {
  const url = new URL(request.url!, app.redirect_uri);
  if (url.pathname !== redirect.pathname) return void response.writeHead(404).end();
  finish(url)
    .then(
      () =>
        response
          .writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
          .end('Done: look at the terminal.\n'),
      (error: unknown) => {
        process.stdout.write(`\nNot installed: ${(error as Error).message}\n`);
        response
          .writeHead(400, { 'content-type': 'text/plain; charset=utf-8' })
          .end('Not installed: look at the terminal.\n');
        process.exitCode = 1;
      },
    )
    .finally(() => listener.close());
});
listener.listen(Number(redirect.port), redirect.hostname, () => void invite());

function readDemo(): Demo {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo;
  } catch {
    process.stderr.write(`There is no ${file}: start the platform first, with "npx pnpm start".\n`);
    process.exit(1);
  }
}

async function invite(): Promise<void> {
  const url = new URL(server.authorization_endpoint!);
  url.search = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const owners = demo.stores
    .map(({ name, owner }) => `  ${name}: ${owner.email}  ${owner.password}`)
    .join('\n');
  process.stdout.write(
    `Open this in a browser and sign in as the owner of a store:\n\n${url.href}\n\n${owners}\n\nWaiting for the redirect…\n`,
  );
}

async function finish(url: URL): Promise<void> {
  const parameters = oauth.validateAuthResponse(server, client, url, state);
  const auth = oauth.ClientSecretBasic(app.client_secret);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    parameters,
    app.redirect_uri,
    verifier,
    options,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  const store = tokens['store'] as { name: string };
  process.stdout.write(
    `\nInstalled on ${store.name}, with the scopes ${tokens.scope}.\n\nTry, in another terminal (the token is good for an hour):\n\n` +
      `export TOKEN=${tokens.access_token}\ncurl -s -H "Authorization: Bearer $TOKEN" ${demo.base_url}/store\n` +
      `curl -s -H "Authorization: Bearer $TOKEN" "${demo.base_url}/products?limit=2"\n`,
  );
}
