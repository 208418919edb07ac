/**
 * Adds the parameters of a response to the query of a redirect URI (RFC 6749, 4.1.2). Does not parse and serialize the
 * registered URI, because that could change what the app compares.
 */
export function responseUrl(redirectUri: string, response: Record<string, string | undefined>): string {
  const present = Object.entries(response).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(present).toString();
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
