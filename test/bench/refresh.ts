import { isDeepStrictEqual } from 'node:util';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import pg from 'pg';
import type { Tokens } from '../support/install-app.ts';
import type { DemoApp } from '../support/platform.ts';
import { postRefresh } from '../support/token-endpoint.ts';
import type { Bare } from './bare-process.ts';
import { measureInTurn, type Contender, type LoadResult } from './measure.ts';
import { platformPids } from './platform-pids.ts';
import type { Row } from './report.ts';

/** Refreshes per window: below the token endpoint's limit per client and minute. */
const REFRESHES = 250;

/** An app that refreshes its tokens with either contender: each continues with the token of the other. */
interface Refresher {
  app: DemoApp;
  refreshToken: string;
  limits: pg.Client;
}

/** The report row of sequential refreshes. */
export async function refreshRow(stack: Stack, bare: Bare, app: DemoApp, tokens: Tokens): Promise<Row> {
  const limits = new pg.Client({ connectionString: stack.databaseUrls.auth_limits });
  await limits.connect();
  const refresher: Refresher = { app, refreshToken: tokens.refresh_token, limits };
  const ours: Contender = {
    pids: () => platformPids(stack),
    work: () => refreshMany(refresher, stack.publicUrl),
  };
  const theirs: Contender = { pids: () => bare.pids(), work: () => refreshMany(refresher, bare.origin) };
  try {
    await sameShape(refresher, [stack.publicUrl, bare.origin]);
    const [measured, bareMeasured] = await measureInTurn([ours, theirs]);
    return { name: 'token refresh', connections: 1, ours: measured!, bare: bareMeasured! };
  } finally {
    await limits.end();
  }
}

async function refreshMany(refresher: Refresher, origin: string): Promise<LoadResult> {
  // Resets the client's rate limit window; each refresh still counts against it.
  await refresher.limits.query('delete from rate_window');
  const times: number[] = [];
  for (let n = 0; n < REFRESHES; n++) {
    const startedAt = performance.now();
    await refresh(refresher, origin);
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    answers: REFRESHES,
    requestsPerSecond: (REFRESHES * 1000) / times.reduce((a, b) => a + b, 0),
    p50Ms: sorted[REFRESHES / 2]!,
    p99Ms: sorted[Math.floor(REFRESHES * 0.99)]!,
  };
}

async function refresh(refresher: Refresher, origin: string): Promise<Tokens> {
  const { status, body, text } = await postRefresh(origin, refresher.app, refresher.refreshToken);
  if (status !== 200) throw new Error(`a refresh failed with ${status}: ${text}`);
  refresher.refreshToken = body.refresh_token;
  return body;
}

/** @throws when the responses differ in anything but the token values, or a used token is accepted again */
async function sameShape(refresher: Refresher, origins: string[]): Promise<void> {
  const shapes: unknown[] = [];
  for (const origin of origins) {
    const used = refresher.refreshToken;
    shapes.push(shapeOf(await refresh(refresher, origin)));
    const again = await postRefresh(origin, refresher.app, used);
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
