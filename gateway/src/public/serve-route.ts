import type { KeyObject } from 'node:crypto';
import type { Request, Response } from 'express';
import { Verdict } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { AnyRoute, Grants, Page } from '@commerce/public-api/route.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { keyConflict } from '@commerce/service-kit/write/idempotency.ts';
import { inSpan, type SpanOptions } from '@commerce/service-kit/telemetry.ts';
import type { Services } from '../grpc/services.ts';
import { MAX_BODY_BYTES } from '../http/body.ts';
import { writeTooManyRequests, type WriteProblem } from '../http/problem-response.ts';
import type { AccessToken, AccessTokenVerifier } from '../oauth/access-token.ts';
import { rateLimitHeaders, type Admission, type Decision } from './admission.ts';
import { bearerToken, challenge, holdsScope, invalidToken, refusedToken, scopeChallenge } from './bearer.ts';
import type { Call } from './call.ts';
import { cursorBox, cursorCheck } from './cursor.ts';
import { keyUse, readKey, readPresentation } from './idempotency-key.ts';
import { parseInput, receiveBody, type Input } from './input.ts';
import type { RenderedResources } from './rendered.ts';
import { asReplay, type RecordRefusal } from './stored-refusal.ts';

const REPLAYED = { 'Idempotent-Replayed': 'true' };

/** What every public route works with. */
export interface PublicDeps {
  services: Services;
  verifier: AccessTokenVerifier;
  admission: Admission;
  recordRefusal: RecordRefusal;
  writeProblem: WriteProblem;
  /** Newest first. */
  cursorKeys: KeyObject[];
  requestTimeoutMs: number;
  rendered: RenderedResources;
}

type AnyHandler = (call: Call, input: Input) => Promise<unknown>;

/** A route with what answers it. */
interface Served {
  operation: string;
  route: AnyRoute;
  handler: AnyHandler;
  deps: PublicDeps;
}

/**
 * Answers a route. The order of refusals: token (401), limit (429), scope (403), shape (400), then what the service says.
 */
export function serveRoute(operation: string, route: AnyRoute, handler: AnyHandler, deps: PublicDeps) {
  const span: SpanOptions = { name: `${route.method} ${route.path}`, kind: 'server' };
  const served = { operation, route, handler, deps };
  return (req: Request, res: Response): void => {
    res.locals['route'] = route.path;
    inSpan(span, () => answer(served, req, res)).catch((error: unknown) => {
      const fault = toFault(error);
      if (fault.replayOf === undefined) return deps.writeProblem(res, fault);
      const { requestId } = readPresentation(fault.replayOf);
      deps.writeProblem(res, fault, REPLAYED, requestId);
    });
  };
}

async function answer(served: Served, req: Request, res: Response): Promise<void> {
  const { route, deps } = served;
  const { authorization } = req.headers;
  const token = bearerToken(authorization);
  const unread = authorization === undefined ? 'missing' : 'invalid';
  const access = token === undefined ? unread : await deps.verifier.verify(token);
  if (typeof access === 'string') return deps.writeProblem(res, invalidToken(access), challenge(access));

  const ctx = contextOf(access, res.locals['requestId'] as string, deps.requestTimeoutMs);
  const allowed = holdsScope(access, route.scope);
  const ask = route.method === 'GET' ? askRead : askWrite;
  const { decision, result } = await ask(served, ctx, access, allowed, req);
  if (decision.verdict === Verdict.LIMITED) {
    setHeaders(res, rateLimitHeaders(decision));
    return writeTooManyRequests(res, Math.max(1, Math.ceil(decision.retryAfterMs / 1000)));
  }
  if (decision.verdict === Verdict.REFUSED) {
    const problem = refusedToken(decision.refusalReason);
    return deps.writeProblem(res, invalidToken(problem), challenge(problem));
  }
  setHeaders(res, rateLimitHeaders(decision));
  if (!allowed) return deps.writeProblem(res, insufficientScope(route), scopeChallenge(route.scope!));
  writeResult(res, served, await result());
}

/** What a request came to: whether it may, and, if so, what it is told. */
interface Asked {
  decision: Decision;
  result: () => Promise<Told>;
}

/** A handler's answer and how it is told. */
interface Told {
  value: unknown;
  grants: Grants;
  replayed: boolean;
}

const grantsOf = (access: AccessToken): Grants => ({ costs: access.scopes.has('read_costs') });

/**
 * A read goes out beside the question whether it may, as far as the installation's quota goes; nothing of it is sent before the
 * decision.
 */
async function askRead(
  { operation, route, handler, deps }: Served,
  ctx: Context,
  access: AccessToken,
  allowed: boolean,
  req: Request,
): Promise<Asked> {
  const mayReadEarly = allowed && deps.admission.mayReadEarly(access.installationId);
  const admission = deps.admission.ask(ctx, access);
  const read = async (): Promise<Told> => {
    const checkCursor = cursorCheck(deps.cursorKeys, { storeId: ctx.storeId, operation });
    const input = await parseInput(route, req, { checkCursor });
    const { limit: _limit, cursor: _cursor, ...filters } = input.query as Record<string, unknown>;
    const cursor = cursorBox(deps.cursorKeys, { storeId: ctx.storeId, operation, filters });
    const value = await handler({ ctx, scopes: access.scopes, services: deps.services, cursor }, input);
    return { value, grants: grantsOf(access), replayed: false };
  };
  const early = mayReadEarly ? read() : undefined;
  early?.catch(() => undefined);
  return { decision: await admission, result: () => early ?? read() };
}

/** The body of a write is read first, so that the question whether it may can claim its key; it is checked and sent when it may. */
async function askWrite(
  served: Served,
  ctx: Context,
  access: AccessToken,
  allowed: boolean,
  req: Request,
): Promise<Asked> {
  const { route, deps } = served;
  if (!allowed) return { decision: await deps.admission.ask(ctx, access), result: unreachable };
  const { key, details } = readKey(route, req);
  const received = await settle(
    route.body === undefined ? noBody : receiveBody(req, MAX_BODY_BYTES, key !== undefined),
  );
  const write = async (context: Context): Promise<Told> => {
    if ('error' in received) throw received.error;
    const input = await parseInput(route, req, { found: details, received: received.value });
    return send(served, context, access, input);
  };
  if ('error' in received || received.value === undefined || key === undefined)
    return { decision: await deps.admission.ask(ctx, access), result: () => write(ctx) };
  const presentation = { requestId: ctx.requestId, ...grantsOf(access) };
  const use = keyUse(key, route.method, req.originalUrl, received.value, presentation);
  const claim = { key, fingerprint: use.fingerprint };
  const decision = await deps.admission.ask(ctx, access, claim);
  const result = async (): Promise<Told> => {
    if (decision.verdict === Verdict.KEY_CONFLICT) throw keyConflict();
    if (decision.refusal !== undefined) throw asReplay(decision.refusal);
    try {
      return await write({ ...ctx, idempotency: use });
    } catch (error) {
      const { installationId } = access;
      throw await deps.recordRefusal(
        ctx,
        { installationId, claim, presentation: use.presentation },
        toFault(error),
      );
    }
  };
  return { decision, result };
}

/** Sends a write to its service. */
async function send(
  { operation, handler, deps }: Served,
  context: Context,
  access: AccessToken,
  input: Input,
): Promise<Told> {
  let replayOf: string | undefined;
  const onReplay = (told: string) => void (replayOf = told);
  const cursor = cursorBox(deps.cursorKeys, { storeId: context.storeId, operation, filters: {} });
  const call = { ctx: { ...context, onReplay }, scopes: access.scopes, services: deps.services, cursor };
  const value = await handler(call, input).catch((error: unknown) => {
    throw error instanceof Fault && replayOf !== undefined ? error.asReplayOf(replayOf) : error;
  });
  if (replayOf === undefined) return { value, grants: grantsOf(access), replayed: false };
  return { value, grants: readPresentation(replayOf), replayed: true };
}

const noBody = Promise.resolve(undefined);

const unreachable = () => Promise.reject(new Error('a request without the scope is never forwarded'));

async function settle<T>(work: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

function writeResult(res: Response, { route, deps }: Served, { value, grants, replayed }: Told): void {
  const json = route.resource
    ? deps.rendered.body(route.resource, value as Uint8Array | Page<Uint8Array>, grants)
    : JSON.stringify(route.present(value as never, grants));
  // A text goes out in one piece with its headers; a buffer of it would be copied once more.
  res.writeHead(route.success.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...(replayed ? REPLAYED : {}),
  });
  res.end(json);
}

function contextOf(access: AccessToken, requestId: string, timeoutMs: number): Context {
  return {
    storeId: access.storeId,
    actor: { kind: Actor_Kind.INSTALLATION, id: access.installationId, appId: access.appId },
    requestId,
    deadlineMs: Date.now() + timeoutMs,
  };
}

function setHeaders(res: Response, headers: Record<string, string>): void {
  for (const name in headers) res.setHeader(name, headers[name]!);
}

function insufficientScope(route: AnyRoute): Fault {
  const message = `This needs the scope ${route.scope}.`;
  return new Fault('insufficient_scope', message, { details: [{ reason: 'insufficient_scope', message }] });
}
