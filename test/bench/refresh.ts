import { isDeepStrictEqual } from 'node:util';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import pg from 'pg';
import { postToken } from '../support/token-endpoint.ts';
import type { Tokens } from '../support/install-app.ts';
import { BenchApps, type BenchApp } from './apps.ts';
import type { Case } from './case.ts';
import { resultOf } from './load.ts';
import { measureInTurn, type LoadResult } from './measure.ts';
import { platform } from './platform.ts';
import { compared } from './reads.ts';

/** Refreshes of each client per window: below the token endpoint's limit per client and minute. */
const REFRESHES = 200;
const CLIENTS = 8;

/** Clients that refresh their tokens with either contender: each continues with the token of the other. */
interface Refreshers {
  apps: BenchApp[];
  limits: pg.Pool;
}

export const refresh: Case = {
  name: 'refresh',
  table: 'requests',
  label: 'token refresh',
  given: { connections: CLIENTS },
  target: { figure: 'cpuMs', atMost: 1.5 },
  measure: async (bench) => {
    const bare = await bench.bare();
    const { stack } = bench;
    const limits = new pg.Pool({ connectionString: stack.databaseUrls.auth_limits, max: 1 });
    const benchApps = new BenchApps(stack);
    try {
      await benchApps.remove();
      const apps = await benchApps.install(bench.store.id, CLIENTS, ['read_products', 'read_stock']);
      const refreshers = { apps, limits };
      await sameShape(apps[0]!, [stack.publicUrl, bare.origin]);
      return compared(
        await measureInTurn([
          platform(bench, () => refreshMany(refreshers, stack.publicUrl)),
          { pids: () => bare.pids(), work: () => refreshMany(refreshers, bare.origin) },
        ]),
      );
    } finally {
      await benchApps.remove();
      await Promise.all([benchApps.close(), limits.end()]);
    }
  },
};

async function refreshMany({ apps, limits }: Refreshers, origin: string): Promise<LoadResult> {
  // Resets the clients' rate limit windows; each refresh still counts against them.
  await limits.query('delete from rate_window');
  const times: number[] = [];
  const startedAt = performance.now();
  const client = async (app: BenchApp): Promise<void> => {
    for (let n = 0; n < REFRESHES; n++) {
      const sentAt = performance.now();
      await refreshOnce(app, origin);
      times.push(performance.now() - sentAt);
    }
  };
  // All of them end before the first failure is thrown: the apps are removed after it.
  const clients = await Promise.allSettled(apps.map(client));
  for (const one of clients) if (one.status === 'rejected') throw one.reason;
  return resultOf(times, (performance.now() - startedAt) / 1000);
}

const post = (origin: string, { appId: id, secret }: BenchApp, refreshToken: string) =>
  postToken(origin, {
    basic: { id, secret },
    form: { grant_type: 'refresh_token', refresh_token: refreshToken },
  });

async function refreshOnce(app: BenchApp, origin: string): Promise<Tokens> {
  const { status, body, text } = await post(origin, app, app.refreshToken);
  if (status !== 200) throw new Error(`a refresh failed with ${status}: ${text}`);
  app.refreshToken = body.refresh_token;
  return body;
}

/** @throws when the responses differ in anything but the token values, or a used token is accepted again */
async function sameShape(app: BenchApp, origins: string[]): Promise<void> {
  const shapes: unknown[] = [];
  for (const origin of origins) {
    const used = app.refreshToken;
    shapes.push(shapeOf(await refreshOnce(app, origin)));
    const again = await post(origin, app, used);
    if (again.status === 200) throw new Error(`${origin} accepts a used refresh token`);
  }
  if (!shapes.every((shape) => isDeepStrictEqual(shape, shapes[0])))
    throw new Error(`the bare process responds differently to a refresh: ${JSON.stringify(shapes)}`);
}

function shapeOf({ access_token, refresh_token, ...rest }: Tokens): unknown {
  const { iss: _iss, aud: _aud, iat, exp, jti, ...claims } = decodeJwt(access_token);
  const { kid, ...header } = decodeProtectedHeader(access_token);
  return {
    ...rest,
    refreshTokenLength: refresh_token.length,
    header,
    claims,
    types: [typeof kid, typeof jti, exp! - iat!],
  };
}
