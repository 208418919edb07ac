/** Manual run of the authorization flow, for a developer trying an app. */
export interface Attempt {
  /** URL to open in the browser. */
  url: string;
  /** Shell command that exchanges the returned code. */
  exchange: string;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll(/[+/=]/g, (char) => ({ '+': '-', '/': '_' })[char] ?? '');

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Generates a verifier and a state (RFC 7636), which never leave this page. */
export async function authorizationAttempt(clientId: string, redirectUri: string): Promise<Attempt> {
  const verifier = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: random(),
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  const { origin } = window.location;
  const exchange = [
    `curl ${origin}/oauth/apps/token -u ${clientId}:CLIENT_SECRET`,
    '-d grant_type=authorization_code -d code=CODE',
    `-d code_verifier=${verifier}`,
    `--data-urlencode 'redirect_uri=${redirectUri}'`,
  ].join(' ');
  return { url: `${origin}/oauth/apps/authorize?${query.toString()}`, exchange };
}
