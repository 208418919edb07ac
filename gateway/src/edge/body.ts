import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '@commerce/service-kit/fault.ts';

/** Largest body of a public request, in bytes (contract, section 8). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Time that a client that is still sending has to read the response, in ms. */
const LINGER_MS = 1_000;

/**
 * Reads a body up to a limit; never holds more than the limit in memory.
 * @throws Fault `payload_too_large`
 */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyParts(request, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Streams a body up to a limit.
 * @throws Fault `payload_too_large`
 */
export function bodyParts(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  const tooLarge = (): Fault => {
    lingerOnClose(request.socket);
    return new Fault('payload_too_large', `The body exceeds ${maxBytes} bytes.`);
  };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  return counted(request, maxBytes, tooLarge);
}

async function* counted(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  tooLarge: () => Fault,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
}

/**
 * Delays closing a connection after its response, without reading more of the body. Closing a connection with unread
 * data resets it, which discards a response that the client has not read yet.
 */
function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    socket.pause();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
