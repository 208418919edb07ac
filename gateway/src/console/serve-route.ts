import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { FileAnswer } from '@commerce/console-api/json.ts';
import type { AnyConsoleRoute } from '@commerce/console-api/route.ts';
import type { ApiEvent, ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import type { ApiVersionChoice } from '@commerce/console-api/routes/webhooks.ts';
import { systemActor, systemContext, type Context } from '@commerce/service-kit/context.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import type { Services } from '../grpc/services.ts';
import { clientNetworkOf } from '../edge/client-network.ts';
import { writeTooManyRequests } from '../edge/problem-response.ts';
import { renameFields } from '../edge/rename-fields.ts';
import { callLimits, cursorsOf, serve, writeJson, type ApiDeps } from '../edge/serve.ts';
import type { Cookies } from '../edge/cookies.ts';
import { keyUse } from '../edge/idempotency-key.ts';
import { mayIn, requireAccess, requireSamePerson } from './access.ts';
import type { CallPublicApi } from './public-api-client.ts';
import { requireOwnPage } from './csrf.ts';
import type { Browser, CallContext } from './handler.ts';
import { readInput } from './input.ts';
import { sessionOf } from './session.ts';
import { TooManyAttempts } from './too-many-attempts.ts';

/** Dependencies of the console routes. */
export interface ConsoleDeps extends ApiDeps {
  cookies: Cookies;
  callPublicApi: CallPublicApi;
  /** Operations of the newest version of the public API. */
  apiOperations: ApiOperation[];
  /** Events of the newest version of the public API. */
  apiEvents: ApiEvent[];
  /** Versions of the public API, oldest first. */
  apiVersions: ApiVersionChoice[];
}

/** Handler of any route; its input is typed by the route. */
export type AnyConsoleHandler = (
  call: CallContext & { params: never; query: never; body: never },
) => Promise<unknown>;

/** Route with its handler. */
interface BoundRoute {
  /** `area.name`; its cursors are bound to it. */
  name: string;
  route: AnyConsoleRoute;
  handler: AnyConsoleHandler;
  deps: ConsoleDeps;
}

/**
 * Serves a route. Checks in this order: origin (403), limit of anonymous requests (429), session (401), access (404, 403),
 * input (400), then those of the service.
 */
export function serveConsoleRoute(bound: BoundRoute) {
  const { route, deps } = bound;
  return serve(
    route,
    (req, res) => answer(bound, req, res),
    (res, error) => refuse(deps, res, error),
  );
}

async function answer(
  { name, route, handler, deps }: BoundRoute,
  req: Request,
  res: Response,
): Promise<void> {
  requireOwnPage(req);
  const { requestId, deadlineMs } = callLimits(res, deps.requestTimeoutMs);
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
  const idempotency = key && keyUse(key, req, { value: rawBody }, { requestId, costs: false });
  const ctx: Context = { storeId, actor, requestId, deadlineMs, ...(idempotency ? { idempotency } : {}) };
  const value = await handler({
    ctx,
    services: deps.services,
    session,
    may: (permission) => mayIn(session, storeId, permission),
    cursor: cursorsOf(deps.cursorKeys, { storeId, operation: `console.${name}` }, query, params),
    browser,
    callPublicApi: deps.callPublicApi,
    apiOperations: deps.apiOperations,
    apiEvents: deps.apiEvents,
    apiVersions: deps.apiVersions,
    params: params as never,
    query: query as never,
    body: body as never,
    upload,
  });
  if (route.answer.file) return sendFile(res, value as FileAnswer);
  writeJson(res, 200, JSON.stringify(value));
}

/** @throws TooManyAttempts before any of the body is read */
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

/** Token of the command line. */
const bearerOf = (req: Request): string | undefined =>
  /^Bearer (\S{1,200})$/.exec(req.headers.authorization ?? '')?.[1];

function browserOf(cookies: Cookies, req: Request, res: Response): Browser {
  return {
    ip: clientNetworkOf(req),
    userAgent: req.headers['user-agent'] ?? '',
    sessionToken: bearerOf(req) ?? cookies.read(req, 'session'),
    startSession: ({ token, expiresAtMs }) => cookies.set(res, 'session', token, expiresAtMs),
    endSession: () => cookies.clear(res, 'session'),
  };
}

/** Streams a file. A failure aborts the response, so that the browser does not keep an incomplete file. */
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
  // Services name fields as the public API does.
  deps.writeProblem(res, renameFields(toFault(error), camelCase));
}
