import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookVerificationError } from './errors.ts';
import type { Webhooks } from './webhooks.ts';

/** Deliveries are at most 256 KB (contract, section 6). */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Handler for Express, `app.post('/webhooks', expressHandler(webhooks))` before any `express.json()`, and for `createServer` of
 * `node:http`, where an error of a handler is a warning of the process and answered with 500.
 */
export function expressHandler(webhooks: Webhooks) {
  return async (
    request: IncomingMessage & { body?: unknown },
    response: ServerResponse,
    next = (error: unknown): void => {
      process.emitWarning(error instanceof Error ? error : String(error));
      response.writeHead(500).end();
    },
  ): Promise<void> => {
    try {
      await webhooks.receive(await bodyOf(request), request.headers);
      response.writeHead(200).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError) response.writeHead(401).end(error.message);
      else next(error);
    }
  };
}

/** The part of a Fastify instance that the plugin uses. */
interface FastifyScope {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (
      request: { body: unknown; headers: IncomingMessage['headers'] },
      reply: { code(status: number): { send(text?: string): unknown } },
    ) => Promise<unknown>,
  ): unknown;
}

/** Plugin for Fastify: `app.register(fastifyPlugin(webhooks, '/webhooks'))`. Other routes keep their parser of JSON. */
export function fastifyPlugin(webhooks: Webhooks, path: string) {
  return async (scope: FastifyScope): Promise<void> => {
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(path, async (request, reply) => {
      try {
        await webhooks.receive(request.body as Buffer, request.headers);
        return reply.code(200).send();
      } catch (error) {
        if (error instanceof WebhookVerificationError) return reply.code(401).send(error.message);
        throw error;
      }
    });
  };
}

/** Handler of `Request` and `Response`, as Hono, Next.js, Deno and others use them. What a handler throws is thrown. */
export function fetchHandler(webhooks: Webhooks) {
  return async (request: Request): Promise<Response> => {
    try {
      await webhooks.receive(new Uint8Array(await request.arrayBuffer()), request.headers);
      return new Response(null, { status: 200 });
    } catch (error) {
      if (error instanceof WebhookVerificationError) return new Response(error.message, { status: 401 });
      throw error;
    }
  };
}

async function bodyOf(request: IncomingMessage & { body?: unknown }): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body;
  if (request.readableEnded)
    throw new TypeError('The body was parsed already: register the webhook handler before express.json().');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new WebhookVerificationError('The body is larger than 1 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
