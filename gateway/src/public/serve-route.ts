import type { Request, Response } from 'express';
import { Verdict } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { AnyRoute, Page } from '@commerce/public-api/route.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { readPresentation } from '../edge/idempotency-key.ts';
import { writeTooManyRequests } from '../edge/problem-response.ts';
import { attribute } from '../edge/request-log.ts';
import { callLimits, serve, writeJson } from '../edge/serve.ts';
import type { AccessToken } from './access-token.ts';
import { admitRead, admitWrite, type BoundRoute, type HandlerResult, type PublicDeps } from './admit.ts';
import { rateLimitHeaders } from './admission.ts';
import { bearerToken, challenge, holdsScope, invalidToken, refusedToken, scopeChallenge } from './bearer.ts';

const REPLAYED = { 'Idempotent-Replayed': 'true' };

/** Serves a route. Checks in this order: token (401), limit (429), scope (403), input (400), then those of the service. */
export function serveRoute(bound: BoundRoute) {
  const { route, deps } = bound;
  return serve(
    route,
    (req, res) => answer(bound, req, res),
    (res, error) => refuse(deps, res, error),
  );
}

function refuse({ writeProblem }: PublicDeps, res: Response, error: unknown): void {
  const fault = toFault(error);
  if (fault.replayOf === undefined) return writeProblem(res, fault);
  const { requestId } = readPresentation(fault.replayOf);
  writeProblem(res, fault, REPLAYED, requestId);
}

async function answer(bound: BoundRoute, req: Request, res: Response): Promise<void> {
  const { route, deps } = bound;
  const { authorization } = req.headers;
  const token = bearerToken(authorization);
  const tokenProblem = authorization === undefined ? 'missing' : 'invalid';
  const access = token === undefined ? tokenProblem : await deps.verifier.verify(token);
  if (typeof access === 'string') return deps.writeProblem(res, invalidToken(access), challenge(access));
  if ('expired' in access) {
    attribute(res, access.expired);
    return deps.writeProblem(res, invalidToken('expired'), challenge('expired'));
  }
  attribute(res, access);

  const ctx = contextOf(access, res, deps.requestTimeoutMs);
  const inScope = holdsScope(access, route.scope);
  const admit = route.method === 'GET' ? admitRead : admitWrite;
  const { decision, result } = await admit(bound, { req, ctx, access, inScope });
  if (decision.verdict === Verdict.LIMITED) {
    setHeaders(res, rateLimitHeaders(decision));
    return writeTooManyRequests(res, Math.max(1, Math.ceil(decision.retryAfterMs / 1000)));
  }
  if (decision.verdict === Verdict.REFUSED) {
    const problem = refusedToken(decision.refusalReason);
    return deps.writeProblem(res, invalidToken(problem), challenge(problem));
  }
  setHeaders(res, rateLimitHeaders(decision));
  if (!inScope) return deps.writeProblem(res, insufficientScope(route), scopeChallenge(route.scope!));
  writeResult(res, bound, await result());
}

function writeResult(
  res: Response,
  { route, deps }: BoundRoute,
  { value, grants, replayed }: HandlerResult,
): void {
  const json = route.resource
    ? deps.rendered.body(route.resource, value as Uint8Array | Page<Uint8Array>, grants)
    : JSON.stringify(route.present(value as never, grants));
  writeJson(res, route.success.status, json, replayed ? REPLAYED : {});
}

const contextOf = (access: AccessToken, res: Response, timeoutMs: number): Context => ({
  storeId: access.storeId,
  actor: { kind: Actor_Kind.INSTALLATION, id: access.installationId, appId: access.appId },
  ...callLimits(res, timeoutMs),
});

function setHeaders(res: Response, headers: Record<string, string>): void {
  for (const name in headers) res.setHeader(name, headers[name]!);
}

function insufficientScope(route: AnyRoute): Fault {
  const message = `This needs the scope ${route.scope}.`;
  return new Fault('insufficient_scope', message, { details: [{ reason: 'insufficient_scope', message }] });
}
