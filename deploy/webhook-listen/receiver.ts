import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from './verify.ts';

/** Behavior of the receiver. */
export interface Behavior {
  secret: string;
  /** Status to return instead of 200. */
  fail: number | undefined;
  /** Never respond. */
  hang: boolean;
  /** Delay of the response in ms. */
  slowMs: number;
  /** Share of the deliveries, 0 to 1, that get a 500. */
  failRate: number;
  /** Also print the body's data. */
  verbose: boolean;
}

const MAX_BODY_BYTES = 1024 * 1024;
const REMEMBERED_EVENTS = 10_000;

/** Creates a webhook receiver that prints what it receives. @param say prints lines */
export function createReceiver(behavior: Behavior, say: (lines: string) => void): Server {
  const seen = new Set<string>();
  return createServer((request, response) => {
    receive(request, response, behavior, seen).then(
      (lines) => say(lines),
      (error: Error) => {
        response.destroy();
        say(`${clock()}  aborted: ${error.message}`);
      },
    );
  });
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  behavior: Behavior,
  seen: Set<string>,
): Promise<string> {
  const body = await readBody(request);
  const header = (name: string): string | undefined => request.headersDistinct[name]?.[0];
  const timestamp = header('x-service-timestamp');
  const refusal = refusalOf(
    { timestamp, signature: header('x-service-signature'), body },
    behavior.secret,
    Date.now(),
  );
  const event = header('x-service-event-id') ?? '-';
  const again = refusal === undefined && remember(seen, event);
  const line = [
    clock(),
    header('x-service-event') ?? '-',
    event,
    header('x-service-delivery') ?? '-',
    header('x-service-store') ?? 'no store',
    `sent at ${timestamp ?? '-'}`,
    refusal === undefined ? 'verified' : `NOT VERIFIED: ${refusal}`,
    ...(again ? ['seen before'] : []),
    await answer(response, behavior, refusal === undefined),
  ].join('  ');
  return behavior.verbose && refusal === undefined ? `${line}\n${pretty(body)}` : line;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is larger than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Detects repeated events; the oldest are dropped. */
function remember(seen: Set<string>, event: string): boolean {
  if (seen.has(event)) return true;
  seen.add(event);
  if (seen.size > REMEMBERED_EVENTS) seen.delete(seen.values().next().value!);
  return false;
}

/** Responds according to the options. @returns a description of the response */
async function answer(response: ServerResponse, behavior: Behavior, isGood: boolean): Promise<string> {
  const { hang, slowMs, fail, failRate } = behavior;
  if (hang) return '-> left without an answer';
  if (slowMs > 0) await sleep(slowMs);
  const status = fail ?? (Math.random() < failRate ? 500 : isGood ? 200 : 401);
  if (response.destroyed) return `-> ${status}, too late: the client has disconnected`;
  response.writeHead(status).end();
  return `-> ${status}`;
}

function pretty(body: Buffer): string {
  const { data, meta } = JSON.parse(body.toString()) as { data: unknown; meta?: unknown };
  return JSON.stringify(meta === undefined ? { data } : { data, meta }, undefined, 2);
}

const clock = (): string => new Date().toTimeString().slice(0, 8);
