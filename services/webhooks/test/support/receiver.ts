import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** A received request. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

/** A certificate authority of a test, and its certificate for localhost. */
export interface TestCa {
  ca: string;
  key: string;
  cert: string;
}

/** Creates an authority and a certificate. */
export async function testCa(): Promise<TestCa> {
  const authority = await generate([{ name: 'commonName', value: `Test CA ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { ca: authority.cert, key: leaf.private, cert: leaf.cert };
}

/** Responds to a request. */
export type Answer = (request: Received, response: ServerResponse) => void;

/** Answers with a status. */
export const answers =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end('ok');

/** HTTPS server of an app that keeps the requests it received. */
export class Receiver {
  readonly received: Received[] = [];
  /** Connections that were made to it. */
  connections = 0;
  answer: Answer = answers(200);
  url = '';
  #close: () => Promise<void> = async () => undefined;

  static async start({ key, cert }: TestCa): Promise<Receiver> {
    const receiver = new Receiver();
    const server = createServer({ key, cert }, (request, response) => void receiver.#take(request, response));
    server.on('secureConnection', () => receiver.connections++);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.url = `https://localhost:${(server.address() as AddressInfo).port}/hooks?app=1`;
    receiver.#close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    return receiver;
  }

  stop(): Promise<void> {
    return this.#close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const received = {
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      path: request.url ?? '',
    };
    this.received.push(received);
    this.answer(received, response);
  }
}
