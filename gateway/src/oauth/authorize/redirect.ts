/**
 * The redirect URI with an answer's parameters added to its query (RFC 6749, 4.1.2). The registered text stays as it is:
 * parsing and writing it anew could change what the app compares.
 */
export function answerUrl(redirectUri: string, answer: Record<string, string | undefined>): string {
  const given = Object.entries(answer).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`;
}
