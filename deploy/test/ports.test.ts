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
  test('a port that the environment names is used', async () => {
    const free = await listen(0);
    servers.pop()!.close();
    expect((await choosePorts({ PORT: String(free) }, 'defaults')).gateway).toBe(free);
  });

  test('a named port that is busy is refused in one sentence that says what to do', async () => {
    const busy = await listen(0);
    const refusal = choosePorts({ ORDERS_PORT: String(busy) }, 'defaults');
    await expect(refusal).rejects.toThrow(StackError);
    await expect(refusal).rejects.toThrow(
      `Port ${busy} is already in use: stop what listens there, or set ORDERS_PORT to another port.`,
    );
  });

  test.each(['0', '70000', 'four'])('a port named %s is refused', async (PORT) => {
    await expect(choosePorts({ PORT }, 'defaults')).rejects.toThrow(`PORT=${PORT} is not a port`);
  });

  test('a port that browsers refuse to ask is refused, and never given', async () => {
    await expect(choosePorts({ PORT: '6000' }, 'defaults')).rejects.toThrow(
      'PORT=6000 is a port that browsers refuse to ask: set PORT to another.',
    );
    // All from the last default up to 4045, of those that nobody has already.
    for (let port = 4037; port < 4045; port++) await listen(port).catch(() => undefined);
    const { services } = await choosePorts({}, 'defaults');
    expect(Object.values(services).map(({ admin }) => admin)).not.toContain(4045);
  });

  test('two names for one port are refused', async () => {
    const env = { CATALOG_PORT: '20123', ORDERS_PORT: '20123' };
    await expect(choosePorts(env, 'defaults')).rejects.toThrow('Port 20123 is already in use');
  });

  test('a default that is busy gives way to another port', async () => {
    const usual = (await choosePorts({}, 'defaults')).services.pricing.admin;
    await listen(usual);
    const chosen = (await choosePorts({}, 'defaults')).services.pricing.admin;
    expect(chosen).toBeGreaterThan(usual);
  });

  test('random ports pass over the environment and are all different', async () => {
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
