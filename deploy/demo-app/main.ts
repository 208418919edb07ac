import { once } from 'node:events';
import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';
import { DemoError, runDemoCommand, runningDemo, type Demo } from './running-demo.ts';

const usage = `npx pnpm demo:app [1|2] [--data DIR]

Installs the first or second demo app (1) on a store of the running platform, as a third-party app does: prints the address
of the authorization page, receives the code at its redirect URI, exchanges it, and prints commands to try with the token.

  --data DIR   use the stack in DIR instead of .local`;

const options = { [oauth.allowInsecureRequests]: true };

await runDemoCommand(usage, async ({ index, dataDir }) => {
  const { demo } = await runningDemo(dataDir);
  const app = demo.apps[index]!;
  const issuer = new URL(demo.auth_url);
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }).catch(() => {
    throw new DemoError(`The platform at ${issuer.href} does not respond: wait for its line "ready".`);
  });
  const server = await oauth.processDiscoveryResponse(issuer, discovery);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const authorization = new URL(server.authorization_endpoint!);
  authorization.search = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    response_type: 'code',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const owners = demo.stores.map(({ name, owner }) => `  ${name}: ${owner.email}  ${owner.password}\n`);
  const answer = await receiveRedirect(new URL(app.redirect_uri), () =>
    process.stdout.write(
      `Open this in a browser and sign in as the owner of a store:\n\n${authorization.href}\n\n${owners.join('')}\nWaiting for the redirect…\n`,
    ),
  );
  let installed: string;
  try {
    const parameters = oauth.validateAuthResponse(server, { client_id: app.client_id }, answer.url, state);
    installed = whatToTry(demo, await exchange(server, app, parameters, verifier));
  } catch (error) {
    answer.end(400, 'Not installed: look at the terminal.');
    throw new DemoError(`Not installed: ${(error as Error).message}`);
  }
  answer.end(200, 'Done: look at the terminal.');
  process.stdout.write(installed);
});

/** The browser's request at the redirect URI, with a function to answer it. */
interface Redirect {
  url: URL;
  end(status: number, text: string): void;
}

/** Waits for the browser at the app's redirect URI. Calls `onListening` when it is ready. */
async function receiveRedirect(uri: URL, onListening: () => void): Promise<Redirect> {
  const listener = createServer();
  listener.listen(Number(uri.port), uri.hostname);
  await once(listener, 'listening').catch(({ message }: Error) => {
    throw new DemoError(`Cannot listen at ${uri.href} (${message}): stop the program that uses the port.`);
  });
  onListening();
  return new Promise((resolve) => {
    listener.on('request', (request, response) => {
      const url = new URL(request.url!, uri);
      if (url.pathname !== uri.pathname) return void response.writeHead(404).end();
      resolve({
        url,
        end: (status, text) => {
          response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
          listener.close();
        },
      });
    });
  });
}

async function exchange(
  server: oauth.AuthorizationServer,
  app: Demo['apps'][number],
  parameters: URLSearchParams,
  verifier: string,
): Promise<oauth.TokenEndpointResponse> {
  const client: oauth.Client = { client_id: app.client_id };
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
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

function whatToTry(demo: Demo, tokens: oauth.TokenEndpointResponse): string {
  return `
Installed on ${(tokens['store'] as { name: string }).name}, with the scopes ${tokens.scope}.

Try, in another terminal (the token is valid for an hour):

export TOKEN=${tokens.access_token}
export API=${demo.base_url}
curl -s -H "Authorization: Bearer $TOKEN" $API/store
curl -s -H "Authorization: Bearer $TOKEN" "$API/products?limit=2"
`;
}
