import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Answer } from '../support/api.ts';
import { apiRoot } from '../support/platform.ts';
import type { Choices } from './random.ts';

/** A client gives up waiting for a response after this time, as apps do. */
export const PATIENCE_MS = 15_000;
/** After all faults, a request must be answered within this time. */
const ANSWERED_WITHIN_MS = 180_000;

/** A request that a client repeats with the same key. */
export interface Request {
  method: string;
  path: string;
  key?: string;
  body?: unknown;
}

/** Access token of an installation; it is replaced when it is renewed. */
export interface Bearer {
  token: string;
}

/** Client of an app that sends each request to either gateway. */
export class Api {
  readonly #gateways: readonly string[];
  readonly #bearer: Readonly<Bearer>;
  readonly #choices: Choices;

  constructor(gateways: readonly string[], bearer: Readonly<Bearer>, choices: Choices) {
    this.#gateways = gateways;
    this.#bearer = bearer;
    this.#choices = choices;
  }

  /** Sends a request. @returns undefined without a response */
  async send({ method, path, key, body }: Request): Promise<Answer | undefined> {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    return call(apiRoot(this.#choices.oneOf(this.#gateways)), path, this.#bearer.token, {
      method,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
  }

  /** Sends a request again until the platform has answered it. */
  async answered(request: Request): Promise<Answer> {
    for (const until = Date.now() + ANSWERED_WITHIN_MS; Date.now() < until; await sleep(200)) {
      const answer = await this.send(request);
      const again =
        answer === undefined || answer.status >= 500 || answer.status === 429 || isInProgress(answer);
      if (!again) return answer;
    }
    throw new Error(`${request.method} ${request.path} was not answered in ${ANSWERED_WITHIN_MS / 1000} s`);
  }

  get(path: string): Promise<Answer> {
    return this.answered({ method: 'GET', path });
  }
}

const isInProgress = ({ status, body }: Answer): boolean =>
  status === 409 && body.details?.[0]?.reason === 'idempotency_in_progress';
