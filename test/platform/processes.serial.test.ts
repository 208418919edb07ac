import { dashboards, expressionsOf, metricsOf } from '@commerce/deploy/charts/dashboards.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { startGateway } from '../support/extra-gateway.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp } from '../support/new-app.ts';
import { platform, type DemoApp } from '../support/platform.ts';
import { parseRaw, RawConnection } from '../support/raw-http.ts';
import { basicOf } from '../support/token-endpoint.ts';

const { gateways, processes, demo, databaseUrls } = platform();

async function textAt(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
}

describe.each(Object.entries(processes))('%s', (_name, { adminUrl }) => {
  test('the admin port serves /livez, /readyz and /metrics and nothing else', async () => {
    expect(await textAt(`${adminUrl}/livez`)).toEqual({ status: 200, text: 'ok\n' });
    const ready = await textAt(`${adminUrl}/readyz`);
    expect(ready.status).toBe(200);
    expect(ready.text).toMatch(/^\+ accepting ok$/m);
    const { status, text } = await textAt(`${adminUrl}/metrics`);
    expect(status).toBe(200);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).toMatch(/^# TYPE (http|grpc|rpc)\w+ histogram$/m);
    expect((await textAt(`${adminUrl}/`)).status).toBe(404);
  });
});

test('every metric of the dashboards is exported by a process, an exporter or a rule', async () => {
  const pages = await Promise.all(
    Object.values(processes).map(({ adminUrl }) => textAt(`${adminUrl}/metrics`)),
  );
  const types = pages.flatMap(({ text }) => [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
  const exported = new Set(
    types.flatMap(([, name, type]) =>
      type === 'gauge' || type === 'counter'
        ? [name]
        : ['count', 'sum', 'bucket'].map((part) => `${name}_${part}`),
    ),
  );
  const read = dashboards().flatMap(expressionsOf).flatMap(metricsOf);
  // Of Prometheus, the rules of the chart, and the exporters of NATS and PostgreSQL; the certificate's only with TLS.
  const ofOthers = /^(up$|commerce:|nats_|pg_|cnpg_|tls_certificate_expiry_timestamp_seconds$)/;
  expect(read.filter((name) => !ofOthers.test(name) && !exported.has(name))).toEqual([]);
  expect(read.length).toBeGreaterThan(50);
});

/** A request that is known to be running: the server has sent 100 Continue. */
async function begin(url: string, head: string[]): Promise<RawConnection> {
  const connection = new RawConnection(url);
  connection.send(`${[...head, 'Host: gateway', 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  await connection.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  return connection;
}

describe('gateway shutdown', () => {
  let app: DemoApp;
  let token: string;
  beforeAll(async () => {
    app = await newApp();
    token = (await new AppClient(gateways[0], app).install(demo.stores[1].owner)).access_token;
  });

  test('a gateway finishes running requests after SIGTERM, accepts no new ones and exits with 0', async () => {
    // It exits long before its grace period ends: idle connections do not delay it.
    const gateway = await startGateway({ SHUTDOWN_GRACE_MS: '600000' });
    const customers = new pg.Client({ connectionString: databaseUrls['customers']! });
    await customers.connect();
    try {
      await customers.query('begin; lock table customer in access exclusive mode');
      const body = JSON.stringify({ name: 'Ana' });
      const head = [
        'POST /api/public/2026-10/customers HTTP/1.1',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ];
      const writes = await Promise.all(Array.from({ length: 10 }, () => begin(gateway.url, head)));
      for (const write of writes) write.send(body);
      const form = 'grant_type=refresh_token&refresh_token=unknown';
      const post = await begin(gateway.url, [
        'POST /oauth/apps/token HTTP/1.1',
        `Authorization: ${basicOf(app.client_id, app.client_secret)}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${form.length}`,
      ]);
      // A connection without a request, and one whose response has been sent.
      const [silent, idle] = [new RawConnection(gateway.url), new RawConnection(gateway.url)];
      await new Promise((resolve) => silent.socket.once('connect', resolve));
      idle.send('GET / HTTP/1.1\r\nHost: gateway\r\n\r\n');
      await idle.until(/\r\n\r\n/);

      const stopped = gateway.stop();
      await Promise.all([silent.closed, idle.closed]);
      for (;;) {
        const late = await fetch(`${gateway.url}/`, { redirect: 'manual' }).catch(() => undefined);
        if (late === undefined) break;
      }
      expect((await fetch(`${gateway.adminUrl}/readyz`)).status).toBe(503);

      await customers.query('commit');
      post.send(form);
      const connections = [...writes, post];
      await Promise.all(connections.map((connection) => connection.closed));
      const answers = connections.map(({ text }) => parseRaw(text.slice(text.indexOf('\r\n\r\n') + 4)));
      expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 400]);
      for (const { text } of answers.slice(0, 10)) expect(JSON.parse(text).data.name).toBe('Ana');
      expect(await stopped).toBe(0);
    } finally {
      await customers.end();
    }
  });
});
