/** What a request to the public API was answered with. */
export interface Answer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line typescript/no-explicit-any -- a test looks into bodies of every shape
  body: any;
  text: string;
}

/** Calls the public API as an app would. */
export async function call(
  root: string,
  path: string,
  token?: string,
  init: RequestInit = {},
): Promise<Answer> {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(init.headers as Record<string, string>),
  };
  const response = await fetch(`${root}${path}`, { ...init, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

const RATE_LIMIT = /r=(\d+);t=(\d+)/;

/** Waits as long as the RateLimit header of an answer asks a client that has used up its quota to wait. */
export async function obeyRateLimit(headers: Headers): Promise<void> {
  const [, remaining, seconds] = RATE_LIMIT.exec(headers.get('ratelimit') ?? '') ?? [];
  if (remaining === '0') await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
}
