import { setTimeout as sleep } from 'node:timers/promises';

/** A response of the public API. */
export interface Answer {
  status: number;
  headers: Headers;
  // eslint-disable-next-line typescript/no-explicit-any -- tests inspect bodies of every shape
  body: any;
  text: string;
}

/** Calls the public API as an app does. */
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

/** Waits for the time in the RateLimit header if the quota is used up. */
export async function obeyRateLimit(headers: Headers): Promise<void> {
  const [, remaining, seconds] = RATE_LIMIT.exec(headers.get('ratelimit') ?? '') ?? [];
  if (remaining === '0') await sleep(Number(seconds) * 1_000);
}

const ATTEMPTS = 10;

/**
 * Sends a request, and again after the time in Retry-After while the platform is overloaded, as apps and people do.
 * @param responseOf the response in the result; undefined if it is none of the platform
 */
export async function untilAvailable<Result>(
  send: () => Promise<Result>,
  responseOf: (result: Result) => Pick<Answer, 'status' | 'headers'> | undefined,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await send();
    const response = responseOf(result);
    if (response?.status !== 503 || attempt === ATTEMPTS) return result;
    await sleep(Number(response.headers.get('retry-after')) * 1_000);
  }
}
