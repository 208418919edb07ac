import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { HttpServer } from '../../src/edge/server.ts';

test('a request on an open connection is answered when a shutdown begins, and ends its connection', async () => {
  const app = express().get('/', (_req, res) => void res.end('here'));
  const server = new HttpServer(app, 10_000, 'https://commerce.example.com/docs');
  const port = await server.listen('127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connectionHeader = async (): Promise<string | undefined> => {
    const request = get({ host: '127.0.0.1', port, agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.headers.connection;
  };
  expect(await connectionHeader()).toBe('keep-alive');
  const closed = server.close(10_000);
  expect(await connectionHeader()).toBe('close');
  await closed;
  await expect(connectionHeader()).rejects.toThrow('ECONNREFUSED');
});

test('requests that a busy process has not read when it closes connections are answered', async () => {
  const app = express().get('/', (_req, res) => void res.end('here'));
  const server = new HttpServer(app, 10_000, 'https://commerce.example.com/docs');
  const port = await server.listen('127.0.0.1', 0);
  const open = connect(port, '127.0.0.1');
  await answer(open);
  const closed = server.close(10_000);
  const answers = [answer(open), answer(connect(port, '127.0.0.1'))];
  await new Promise(setImmediate);
  const until = performance.now() + 1_500;
  while (performance.now() < until) continue;
  for (const each of await Promise.all(answers))
    expect(each).toMatch(/^HTTP\/1.1 200 OK[^]*\r\nConnection: close\r\n/);
  await closed;
});

/** Sends a request and returns the first part of its response. */
async function answer(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: commerce.example.com\r\n\r\n');
  const [part] = (await once(socket, 'data')) as [Buffer];
  return part.toString();
}
