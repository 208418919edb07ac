import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { choosePorts } from '../local/ports.ts';
import { StackError } from '../local/stack-error.ts';

const servers: Server[] = [];

async function listen(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('the ports of a stack', () => {
  test('a port set in the environment is used', async () => {
    const free = await listen(0);
    servers.pop()!.close();
    expect((await choosePorts({ PORT: String(free) }, 'defaults')).gateway).toBe(free);
  });

  test('a busy port from the environment is rejected with one sentence that says what to do', async () => {
    const busy = await listen(0);
    const refusal = choosePorts({ ORDERS_PORT: String(busy) }, 'defaults');
    await expect(refusal).rejects.toThrow(StackError);
    await expect(refusal).rejects.toThrow(
      `Port ${busy} is already in use: stop the program that uses it, or set ORDERS_PORT to another port.`,
    );
  });

  test.each(['0', '70000', 'four'])('the port %s is rejected', async (PORT) => {
    await expect(choosePorts({ PORT }, 'defaults')).rejects.toThrow(`PORT=${PORT} is not a port`);
  });

  test('a port that browsers block is rejected, and never assigned', async () => {
    await expect(choosePorts({ PORT: '6000' }, 'defaults')).rejects.toThrow(
      'PORT=6000 is a port that browsers block: set PORT to another.',
    );
    // All free ports from the last default up to 4045.
    for (let port = 4037; port < 4045; port++) await listen(port).catch(() => undefined);
    const { services } = await choosePorts({}, 'defaults');
    expect(Object.values(services).map(({ admin }) => admin)).not.toContain(4045);
  });

  test('two variables with the same port are rejected', async () => {
    const env = { CATALOG_PORT: '20123', ORDERS_PORT: '20123' };
    await expect(choosePorts(env, 'defaults')).rejects.toThrow('Port 20123 is already in use');
  });

  test('a busy default port is replaced by another', async () => {
    const usual = (await choosePorts({}, 'defaults')).services.pricing.admin;
    await listen(usual);
    const chosen = (await choosePorts({}, 'defaults')).services.pricing.admin;
    expect(chosen).toBeGreaterThan(usual);
  });

  test('random ports ignore the environment and are all different', async () => {
    const ports = await choosePorts({ PORT: '4321' }, 'random');
    const all = [
      await ports.another(),
      ports.gateway,
      ports.gatewayAdmin,
      ports.postgres,
      ports.nats,
      ports.mail.smtp,
      ports.mail.http,
      ...Object.values(ports.services).flatMap(({ grpc, admin }) => [grpc, admin]),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain(4321);
  });
});
