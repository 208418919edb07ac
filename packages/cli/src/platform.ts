import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, AnyConsoleRoute, InputOf } from '@commerce/console-api/route.ts';
import { urlOf } from '@commerce/console-api/url.ts';
import manifest from '../package.json' with { type: 'json' };
import { CliError, EXIT } from './errors.ts';

const TIMEOUT_MS = 30_000;
const RETRY_MS = 2_000;

/** Retries a read while the platform is not reached, and says so once; for commands that run until they are ended. */
export async function untilReached<T>(read: () => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      if (isFirst) process.stderr.write(`${error.message} Trying again…\n`);
      await sleep(RETRY_MS);
    }
  }
}

/** The platform was not reached, or could not respond. */
class Unreached extends CliError {}

/** Problem of the console API, as far as it is shown. */
interface Problem {
  detail?: string;
  details?: { field?: string; message: string }[];
  request_id?: string;
}

/** Calls a route of the portal. Throws `CliError`, worded for the user. */
export async function call<R extends AnyConsoleRoute>(
  { url, token }: { url: string; token?: string },
  route: R,
  input: InputOf<R>,
): Promise<AnswerOf<R>> {
  const { body } = input as { body?: unknown };
  const { status, ok, text } = await fetch(`${url}${urlOf(route, input)}`, {
    method: route.method,
    headers: {
      'user-agent': `mostrador-cli/${manifest.version} (${process.platform})`,
      'x-console': '1',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then(async (response) => ({ status: response.status, ok: response.ok, text: await response.text() }))
    .catch((error: unknown) => {
      throw new Unreached(
        `Could not reach ${url}. Is the address correct, and the platform running?`,
        EXIT.failed,
        { cause: error },
      );
    });
  if (ok) return JSON.parse(text) as AnswerOf<R>;
  throw refusal(status, text);
}

function refusal(status: number, text: string): CliError {
  if (status === 401) return new CliError('Your session has ended. Run `mostrador login`.', EXIT.signedOut);
  let problem: Problem = {};
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    // Not of the platform, e.g. of a proxy.
  }
  const { detail = `The platform responded with status ${status}.`, details = [], request_id } = problem;
  const lines = details.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
  const all = [...new Set([detail, ...lines])];
  const Kind = status === 429 || status >= 500 ? Unreached : CliError;
  return new Kind([...all, ...(request_id === undefined ? [] : [`Request id: ${request_id}`])].join('\n'));
}
