import type { KeyObject } from 'node:crypto';
import type { Request, Response } from 'express';
import { Verdict } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { AnyRoute, Page } from '@commerce/public-api/route.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { inSpan, type SpanOptions } from '@commerce/service-kit/telemetry.ts';
import type { Services } from '../grpc/services.ts';
import { writeTooManyRequests, type WriteProblem } from '../http/problem-response.ts';
import type { AccessToken, AccessTokenVerifier } from '../oauth/access-token.ts';
import { rateLimitHeaders, type Admit } from './admission.ts';
import { bearerToken, challenge, holdsScope, scopeChallenge } from './bearer.ts';
import type { Call } from './call.ts';
import { cursorBox } from './cursor.ts';
import { parseInput, type Input } from './input.ts';
import type { RenderedResources } from './rendered.ts';

/** What every public route works with. */
export interface PublicDeps {
  services: Services;
  verifier: AccessTokenVerifier;
  admit: Admit;
  writeProblem: WriteProblem;
  logger: Logger;
  /** Newest first. */
  cursorKeys: KeyObject[];
  requestTimeoutMs: number;
  rendered: RenderedResources;
}

type AnyHandler = (call: Call, input: Input) => Promise<unknown>;

/**
 * Answers a route. The order of refusals: token (401), limit (429), scope (403), shape (400), then what the service says.
 */
export function serveRoute(operation: string, route: AnyRoute, handler: AnyHandler, deps: PublicDeps) {
  const span: SpanOptions = { name: `${route.method} ${route.path}`, kind: 'server' };
  return (req: Request, res: Response): void => {
    res.locals['route'] = route.path;
    inSpan(span, () => answer(operation, route, handler, deps, req, res)).catch((error: unknown) => {
      const fault = toFault(error);
      if (fault.code === 'server_error') {
        const request_id = res.locals['requestId'] as string;
        deps.logger.error({ err: fault.cause ?? error, request_id }, 'request failed');
      }
      deps.writeProblem(res, fault);
    });
  };
}

async function answer(
  operation: string,
  route: AnyRoute,
  handler: AnyHandler,
  deps: PublicDeps,
  req: Request,
  res: Response,
): Promise<void> {
  const { authorization } = req.headers;
  const token = bearerToken(authorization);
  const access = token === undefined ? undefined : await deps.verifier.verify(token);
  if (access === undefined) return deps.writeProblem(res, invalidToken(), challenge(authorization));

  const ctx = contextOf(access, res.locals['requestId'] as string, deps.requestTimeoutMs);
  const admission = deps.admit(ctx, access.installationId, access.generation);
  const allowed = holdsScope(access, route.scope);
  // A read goes out beside the question whether it may; nothing of it is told before the answer.
  const early =
    route.method === 'GET' && allowed ? run(operation, route, handler, deps, ctx, req) : undefined;
  early?.catch(() => undefined);

  const decision = await admission;
  if (decision.verdict === Verdict.LIMITED) {
    setHeaders(res, rateLimitHeaders(decision));
    return writeTooManyRequests(res, Math.max(1, Math.ceil(decision.retryAfterMs / 1000)));
  }
  if (decision.verdict !== Verdict.ADMITTED)
    return deps.writeProblem(res, invalidToken(), challenge(authorization));
  setHeaders(res, rateLimitHeaders(decision));
  if (!allowed) return deps.writeProblem(res, insufficientScope(route), scopeChallenge(route.scope!));

  const result = await (early ?? run(operation, route, handler, deps, ctx, req));
  const grants = { costs: access.scopes.has('read_costs') };
  const json = route.resource
    ? deps.rendered.body(route.resource, result as Uint8Array | Page<Uint8Array>, grants)
    : JSON.stringify(route.present(result as never, grants));
  // A text goes out in one piece with its headers; a buffer of it would be copied once more.
  res.writeHead(route.success.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
  });
  res.end(json);
}

async function run(
  operation: string,
  route: AnyRoute,
  handler: AnyHandler,
  deps: PublicDeps,
  ctx: Context,
  req: Request,
): Promise<unknown> {
  const input = await parseInput(route, req);
  const { limit: _limit, cursor: _cursor, ...filters } = input.query as Record<string, unknown>;
  const cursor = cursorBox(deps.cursorKeys, { storeId: ctx.storeId, operation, filters });
  return handler({ ctx, services: deps.services, cursor }, input);
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

function invalidToken(): Fault {
  return new Fault('invalid_token', 'The access token is missing, malformed, expired or revoked.');
}

function insufficientScope(route: AnyRoute): Fault {
  const message = `This needs the scope ${route.scope}.`;
  return new Fault('insufficient_scope', message, { details: [{ reason: 'insufficient_scope', message }] });
}
