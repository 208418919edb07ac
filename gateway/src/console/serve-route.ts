import type { KeyObject } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { FileAnswer } from '@commerce/console-api/json.ts';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import { systemActor, systemContext, type Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { inSpan, type SpanOptions } from '@commerce/service-kit/telemetry.ts';
import type { Services } from '../grpc/services.ts';
import { writeTooManyRequests, type WriteProblem } from '../http/problem-response.ts';
import type { Cookies } from '../oauth/cookies.ts';
import { cursorBox } from '../public/cursor.ts';
import { keyUse } from '../public/idempotency-key.ts';
import { mayIn, requireAccess, requireSamePerson } from './access.ts';
import type { AskPublicApi } from './ask-public-api.ts';
import { requireOwnPage } from './csrf.ts';
import type { Browser, CallContext } from './handler.ts';
import { readInput } from './input.ts';
import { sessionOf } from './session.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

/** What every route of the console works with. */
export interface ConsoleDeps {
  services: Services;
  cookies: Cookies;
  writeProblem: WriteProblem;
  /** Newest first. */
  cursorKeys: KeyObject[];
  requestTimeoutMs: number;
  askPublicApi: AskPublicApi;
}

/** Handler of any route; its input is typed by the route. */
export type AnyConsoleHandler = (
  call: CallContext & { params: never; query: never; body: never },
) => Promise<unknown>;

/** A route with what answers it. */
interface Served {
  /** `area.name`: what its cursors are bound to. */
  name: string;
  route: AnyConsoleRoute;
  handler: AnyConsoleHandler;
  deps: ConsoleDeps;
}

/** Answers a route. The order of refusals: origin (403), limit of anonymous requests (429), session (401), access (404, 403), shape (400), then what the service says. */
export function serveConsoleRoute(served: Served) {
  const { route, deps } = served;
  const span: SpanOptions = { name: `${route.method} ${route.path}`, kind: 'server' };
  return (req: Request, res: Response): void => {
    res.locals['route'] = route.path;
    inSpan(span, () => answer(served, req, res)).catch((error: unknown) => refuse(deps, res, error));
  };
}

async function answer({ name, route, handler, deps }: Served, req: Request, res: Response): Promise<void> {
  requireOwnPage(req);
  const requestId = res.locals['requestId'] as string;
  const deadlineMs = Date.now() + deps.requestTimeoutMs;
  const browser = browserOf(deps.cookies, req, res);
  if (route.access === 'anyone' && route.method !== 'GET')
    await admitAnonymous(deps.services, systemContext(requestId, deadlineMs), browser);
  const session = await sessionFor(deps.services, systemContext(requestId, deadlineMs), browser);
  const params = req.params as Record<string, string>;
  requireSamePerson(req.headers['x-person'], session);
  requireAccess(route.access, session, params);
  const { query, body, rawBody, upload, key } = await readInput(route, req);

  const storeId = params['store'] ?? '';
  const actor = session ? { kind: Actor_Kind.PERSON, id: session.person.id, appId: '' } : systemActor;
  const idempotency =
    key && keyUse(key, route.method, req.originalUrl, { value: rawBody }, { requestId, costs: false });
  const ctx: Context = { storeId, actor, requestId, deadlineMs, ...(idempotency ? { idempotency } : {}) };
  const { limit: _limit, cursor: _cursor, ...filters } = query as Record<string, unknown>;
  const value = await handler({
    ctx,
    services: deps.services,
    session,
    may: (permission) => mayIn(session, storeId, permission),
    cursor: cursorBox(deps.cursorKeys, {
      storeId,
      operation: `console.${name}`,
      filters: { ...params, ...filters },
    }),
    browser,
    askPublicApi: deps.askPublicApi,
    params: params as never,
    query: query as never,
    body: body as never,
    upload,
  });
  if (route.answer.file) return sendFile(res, value as FileAnswer);
  const json = JSON.stringify(value);
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  res.end(json);
}

/** @throws TooManyAttempts before anything of the body is read */
async function admitAnonymous({ people }: Services, ctx: Context, { ip }: Browser): Promise<void> {
  const { retryAfterS } = await people.admitAnonymous(ctx, { ip });
  if (retryAfterS > 0) throw new TooManyAttempts(retryAfterS);
}

async function sessionFor(
  { people }: Services,
  ctx: Context,
  { sessionToken }: Browser,
): Promise<Session | undefined> {
  if (sessionToken === '') return undefined;
  return sessionOf(await people.getSession(ctx, { token: sessionToken }));
}

function browserOf(cookies: Cookies, req: Request, res: Response): Browser {
  return {
    ip: req.ip ?? '',
    userAgent: req.headers['user-agent'] ?? '',
    sessionToken: cookies.read(req, 'session'),
    begin: ({ token, expiresAtMs }) => cookies.set(res, 'session', token, expiresAtMs),
    end: () => cookies.clear(res, 'session'),
  };
}

/** Sends a file as it is made; one that fails on the way is broken off, so that the browser does not keep a part as the whole. */
async function sendFile(res: Response, { type, name, chunks }: FileAnswer): Promise<void> {
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  await pipeline(chunks, res);
}

const camelCase = (field: string): string =>
  field.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function refuse(deps: ConsoleDeps, res: Response, error: unknown): void {
  if (error instanceof TooManyAttempts) return writeTooManyRequests(res, error.retryAfterS);
  const fault = toFault(error);
  // Services name fields as the public API does.
  const details = fault.details.map((detail) =>
    detail.field === undefined ? detail : { ...detail, field: camelCase(detail.field) },
  );
  const renamed = new Fault(fault.code, fault.message, { details, cause: fault.cause ?? fault });
  renamed.rpc = fault.rpc;
  deps.writeProblem(res, renamed);
}
