import type { Request } from 'express';
import { Verdict } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { AnyRoute, Grants } from '@commerce/public-api/route.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { keyConflict } from '@commerce/service-kit/write/idempotency.ts';
import { fromRefusal } from '@commerce/service-kit/write/refusal.ts';
import { MAX_BODY_BYTES } from '../edge/body.ts';
import { cursorCheck } from '../edge/cursor.ts';
import { keyUse, readKey, readPresentation } from '../edge/idempotency-key.ts';
import { parseInput, receiveBody, type Input } from '../edge/input.ts';
import { renameFields } from '../edge/rename-fields.ts';
import { cursorsOf, type ApiDeps } from '../edge/serve.ts';
import type { AccessToken, AccessTokenVerifier } from './access-token.ts';
import type { AdmissionGate, Decision } from './admission.ts';
import type { Call } from './call.ts';
import type { RenderedResources } from './rendered.ts';
import type { RecordRefusal } from './stored-refusal.ts';

/** Dependencies of the public routes. */
export interface PublicDeps extends ApiDeps {
  verifier: AccessTokenVerifier;
  admission: AdmissionGate;
  recordRefusal: RecordRefusal;
  rendered: RenderedResources;
  /** Root of the documentation, which has a page for each problem type. */
  docsUrl: string;
}

/** Route with its handler. */
export interface BoundRoute {
  /** Prefix of the version. */
  version: string;
  operation: string;
  route: AnyRoute;
  handler: (call: Call, input: Input) => Promise<unknown>;
  deps: PublicDeps;
}

/** Request with a valid token. */
export interface AuthenticatedRequest {
  req: Request;
  ctx: Context;
  access: AccessToken;
  /** True if the token has the scope of the route. */
  inScope: boolean;
}

/** The admission decision, and how to produce the response. */
export interface Admission {
  decision: Decision;
  result: () => Promise<HandlerResult>;
}

/** Value returned by a handler, and how it is presented. */
export interface HandlerResult {
  value: unknown;
  grants: Grants;
  replayed: boolean;
}

const grantsOf = (access: AccessToken): Grants => ({ costs: access.scopes.has('read_costs') });

/**
 * Admits a read. Within the installation's quota the read runs beside the admission call; its result is only sent after
 * the decision.
 */
export async function admitRead(
  { version, operation, route, handler, deps }: BoundRoute,
  { req, ctx, access, inScope }: AuthenticatedRequest,
): Promise<Admission> {
  const mayReadEarly = inScope && deps.admission.mayReadEarly(access.installationId);
  const admission = deps.admission.admit(ctx, access);
  const list = { storeId: ctx.storeId, operation };
  const read = async (): Promise<HandlerResult> => {
    const input = await parseInput(route, req, { checkCursor: cursorCheck(deps.cursorKeys, list) });
    const cursor = cursorsOf(deps.cursorKeys, list, input.query);
    const { services, docsUrl } = deps;
    const call = { ctx, version, scopes: access.scopes, services, docsUrl, cursor };
    const value = await handler(call, input).catch((error: unknown) => {
      throw inNamesOf(route, error);
    });
    return { value, grants: grantsOf(access), replayed: false };
  };
  const early = mayReadEarly ? read() : undefined;
  early?.catch(() => undefined);
  return { decision: await admission, result: () => early ?? read() };
}

/**
 * Admits a write. Its body is read first, so that the admission call can claim its idempotency key; it is validated and
 * sent to the service once admitted.
 */
export async function admitWrite(bound: BoundRoute, request: AuthenticatedRequest): Promise<Admission> {
  const { route, deps } = bound;
  const { req, ctx, access, inScope } = request;
  if (!inScope) return { decision: await deps.admission.admit(ctx, access), result: unreachable };
  const { key, details } = readKey(route, req);
  const received = await settle(
    route.body === undefined ? NO_BODY : receiveBody(req, MAX_BODY_BYTES, key !== undefined),
  );
  const write = async (context: Context): Promise<HandlerResult> => {
    if ('error' in received) throw received.error;
    const input = await parseInput(route, req, { found: details, received: received.value });
    return callService(bound, context, access, input);
  };
  if ('error' in received || received.value === undefined || key === undefined)
    return { decision: await deps.admission.admit(ctx, access), result: () => write(ctx) };
  const idempotency = keyUse(key, req, received.value, { requestId: ctx.requestId, ...grantsOf(access) });
  const { fingerprint, presentation } = idempotency;
  const claim = { key, fingerprint };
  const decision = await deps.admission.admit(ctx, access, claim);
  const result = async (): Promise<HandlerResult> => {
    if (decision.verdict === Verdict.KEY_CONFLICT) throw keyConflict();
    if (decision.refusal !== undefined) throw fromRefusal(decision.refusal);
    try {
      return await write({ ...ctx, idempotency });
    } catch (error) {
      const claimed = { installationId: access.installationId, claim, presentation };
      throw await deps.recordRefusal(ctx, claimed, toFault(error));
    }
  };
  return { decision, result };
}

async function callService(
  { version, operation, route, handler, deps }: BoundRoute,
  context: Context,
  access: AccessToken,
  input: Input,
): Promise<HandlerResult> {
  let replayOf: string | undefined;
  const onReplay = (presentation: string) => void (replayOf = presentation);
  const cursor = cursorsOf(deps.cursorKeys, { storeId: context.storeId, operation }, input.query);
  const { services, docsUrl } = deps;
  const call = { ctx: { ...context, onReplay }, version, scopes: access.scopes, services, docsUrl, cursor };
  const value = await handler(call, input).catch((error: unknown) => {
    const fault = inNamesOf(route, error);
    throw fault instanceof Fault && replayOf !== undefined ? fault.asReplayOf(replayOf) : fault;
  });
  if (replayOf === undefined) return { value, grants: grantsOf(access), replayed: false };
  return { value, grants: readPresentation(replayOf), replayed: true };
}

const FIRST_NAME = /^[^.[]+/;

/** A refusal by a handler or a service, with the names of the version. */
function inNamesOf({ fieldNames: names }: AnyRoute, error: unknown): unknown {
  if (names === undefined) return error;
  return renameFields(
    toFault(error),
    (field) => names[field] ?? field.replace(FIRST_NAME, (first) => names[first] ?? first),
  );
}

const NO_BODY = Promise.resolve(undefined);

const unreachable = () => Promise.reject(new Error('a request without the scope is never forwarded'));

async function settle<T>(work: Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}
