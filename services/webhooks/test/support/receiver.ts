import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCa } from '@commerce/service-kit/testing/ca.ts';

/** A received request. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
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
