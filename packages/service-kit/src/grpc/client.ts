import {
  Client,
  credentials,
  Metadata,
  status,
  type MethodDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { contextToMetadata, type Context } from '../context.ts';
import { msUntil, timedOut } from '../deadline.ts';
import { Fault } from '../fault.ts';
import { injectTrace, inSpan, type Span } from '../telemetry.ts';
import type { Certificates } from './certificates.ts';
import { Circuit } from './circuit.ts';
import { skipPingsOfClosingSessions } from './closing-session.ts';
import { limitConnecting } from './connect-limit.ts';
import { EncodedPage } from './encoded-page.ts';
import { observeRpc, rpcSpan } from './observe.ts';
import { FastReader } from './reader.ts';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES, REPLAY_KEY, type Methods } from './server.ts';
import { isUnreached, statusToFault } from './status.ts';

/** Client of a generated service definition; its methods reject with a Fault. */
export type ClientOf<S> = {
  [M in keyof S]: S[M] extends {
    requestDeserialize: (bytes: Buffer) => infer Request;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? (ctx: Context, request: Request) => Promise<Response>
    : never;
};

skipPingsOfClosingSessions();
limitConnecting();

/** Methods without side effects, by name: gRPC retries only these when a replica is down. */
const READS = /^(Get|List|BatchGet|Resolve|Search|Find|Preview)[A-Z]/;
/**
 * Time limit of a read, in ms, unless the client declares another one for the method. A call that reaches its limit is
 * repeated: round robin sends the two repetitions to different replicas, of which only one may be hanging.
 */
const READ_LIMIT_MS = 3_000;
/**
 * Time in ms after which a write with an idempotency key is repeated in the same way. The first call is not canceled:
 * it may only be slow, and the key lets the write take effect once. A write without a key is not repeated.
 */
const REPEAT_WRITE_AFTER_MS = 3_000;
/** Interval of pings while calls run, in ms: a replica that does not answer within 5 s is no longer called. */
const KEEPALIVE_MS = 10_000;
const HEALTH = { service: 'grpc.health.v1.Health', method: 'Check' };
/**
 * Parallel health checks: round robin spreads them over replicas, so that one hanging replica does not count as
 * the whole upstream.
 */
const HEALTH_CHECKS = 3;
const HEALTH_DEADLINE_MS = 5_000;
/** Repeated calls that a channel makes before any call has succeeded again. */
const MAX_REPEATS = 10;
const REPEATS_PER_SUCCESS = 0.1;

/** Time limits of methods, in ms, that differ from the default. */
export type LimitsMs<S> = { [M in keyof S]?: number };

/** A connection to the replicas of one service. */
export class GrpcChannel {
  readonly #client: Client;
  readonly #circuit: Circuit;
  readonly #repeats = new RepeatBudget();

  /**
   * @param address host:port or a gRPC target; calls are spread round robin over all addresses of a name
   * @param tls encrypts the calls; without it they are plaintext
   */
  constructor(address: string, definitions: Methods[], tls?: Certificates) {
    this.#circuit = new Circuit(upstreamOf(definitions), () => this.#checkHealth());
    this.#client = new Client(address, tls?.channelCredentials() ?? credentials.createInsecure(), {
      'grpc.service_config': JSON.stringify(serviceConfig(definitions)),
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 2_000,
      'grpc.dns_min_time_between_resolutions_ms': 2_000,
    });
  }

  /** Client of a service behind this channel. */
  service<S extends Methods>(definition: S, limitsMs: LimitsMs<S> = {}): ClientOf<S> {
    const methods: Record<string, unknown> = {};
    for (const [name, method] of Object.entries(definition))
      methods[name] = this.#unary(method, { limitMs: limitsMs[name] });
    return methods as ClientOf<S>;
  }

  /** A method that returns a page or batch of resources without decoding them. */
  encoded<Request, Response>(
    method: MethodDefinition<Request, Response>,
  ): (ctx: Context, request: Request) => Promise<EncodedPage> {
    const options = { deserialize: encodedPage };
    return this.#unary(method as unknown as MethodDefinition<unknown, unknown>, options) as never;
  }

  close(): void {
    this.#circuit.close();
    this.#client.close();
  }

  #unary(
    { path, requestSerialize, responseDeserialize: decode }: MethodDefinition<unknown, unknown>,
    options: Options,
  ) {
    const name = path.slice(1);
    const span = rpcSpan('client', name);
    const method = {
      path,
      name,
      limitMs: options.limitMs ?? (READS.test(methodOf(path)) ? READ_LIMIT_MS : Infinity),
      requestSerialize,
      deserialize: options.deserialize ?? ((bytes: Buffer) => decode(new FastReader(bytes) as never)),
    };
    return (ctx: Context, request: unknown): Promise<unknown> => {
      const startedAt = performance.now();
      return inSpan(span, (recorded) => this.#send({ method, ctx, request, startedAt, recorded }));
    };
  }

  /** @param isRepeated whether an earlier attempt at the call was not answered @throws Fault */
  #send(call: UnaryCall, isRepeated = false): Promise<unknown> {
    const { method, ctx, request, startedAt, recorded } = call;
    const circuit = this.#circuit;
    return new Promise((resolve, reject) => {
      const leftMs = msUntil(ctx.deadlineMs);
      if (leftMs <= 0) return reject(timedOut());
      if (circuit.isOpen) return reject(circuit.refusal());
      const isRepeatableWrite = method.limitMs === Infinity && ctx.idempotency !== undefined && !isRepeated;
      const patience = isRepeatableWrite
        ? setTimeout(() => void this.#repeat(call)?.then(resolve, () => undefined), REPEAT_WRITE_AFTER_MS)
        : undefined;
      const watched = circuit.watch(() => attempt.cancel());
      const done = (error: ServiceError | null, response?: unknown) => {
        clearTimeout(patience);
        watched.end(error !== null && isUnreached(error));
        const isLate = !watched.wasCut && method.limitMs < leftMs && isTimeout(error);
        const isLost = !watched.wasCut && isRepeatableWrite && isUnavailable(error);
        const repetition = (isLate && !isRepeated) || isLost ? this.#repeat(call) : undefined;
        if (repetition !== undefined) return resolve(repetition);
        if (error === null) this.#repeats.earn();
        const fault = error ? this.#faultOf(error, watched.wasCut, isLate) : undefined;
        observeRpc('client', method.name, fault?.code ?? 'OK', startedAt, recorded);
        if (fault === undefined) return resolve(response);
        fault.rpc = method.name;
        reject(fault);
      };
      const attempt = this.#client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.deserialize,
        request,
        metadataOf(ctx),
        { deadline: Date.now() + Math.min(leftMs, method.limitMs) },
        done,
      );
      if (ctx.onReplay) attempt.on('metadata', (initial: Metadata) => notifyReplay(ctx.onReplay!, initial));
    });
  }

  /** Makes a call twice again, at two replicas. @returns the first response; undefined when too many calls were repeated */
  #repeat(call: UnaryCall): Promise<unknown> | undefined {
    if (!this.#repeats.take()) return undefined;
    return firstOf(this.#send(call, true), this.#send(call, true));
  }

  /** Fault of a failed call. A call that was cut or late leaves its caller time to retry. */
  #faultOf(error: ServiceError, wasCut: boolean, isLate: boolean): Fault {
    if (wasCut) return this.#circuit.refusal();
    if (isLate) return new Fault('unavailable', 'The service did not answer in time.', { cause: error });
    return statusToFault(error);
  }

  /** Resolves when any replica answers the standard health check, whatever the answer. */
  async #checkHealth(): Promise<void> {
    await Promise.any(Array.from({ length: HEALTH_CHECKS }, () => this.#checkReplica()));
  }

  #checkReplica(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        `/${HEALTH.service}/${HEALTH.method}`,
        () => Buffer.alloc(0),
        () => undefined,
        {},
        { deadline: Date.now() + HEALTH_DEADLINE_MS },
        (error) => (error && isUnreached(error) ? reject(error) : resolve()),
      );
    });
  }
}

/** Limits repeated calls to a tenth of the successful ones, so that they do not add to an overload. */
class RepeatBudget {
  #tokens = MAX_REPEATS;

  /** Reports whether a call may be repeated. */
  take(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  earn(): void {
    this.#tokens = Math.min(MAX_REPEATS, this.#tokens + REPEATS_PER_SUCCESS);
  }
}

/** Reports whether a call ended without an answer before its deadline. */
const isTimeout = (error: ServiceError | null): boolean =>
  error?.code === status.DEADLINE_EXCEEDED && isUnreached(error);

/** Reports whether a call ended because its replica could not be reached, or was lost. */
const isUnavailable = (error: ServiceError | null): boolean =>
  error?.code === status.UNAVAILABLE && isUnreached(error);

/** The first response of two calls, or the failure of one. */
const firstOf = (one: Promise<unknown>, other: Promise<unknown>): Promise<unknown> =>
  Promise.any([one, other]).catch(({ errors }: AggregateError) => Promise.reject(errors[0] as Fault));

function metadataOf(ctx: Context): Metadata {
  const metadata = new Metadata();
  contextToMetadata(ctx, metadata);
  injectTrace(metadata);
  return metadata;
}

/** A method of an upstream. */
interface UnaryMethod {
  path: string;
  /** `package.Service/Method`, as in metrics and spans. */
  name: string;
  limitMs: number;
  requestSerialize: (request: unknown) => Buffer;
  deserialize: (bytes: Buffer) => unknown;
}

/** A call of a method, which may be sent several times. */
interface UnaryCall {
  method: UnaryMethod;
  ctx: Context;
  request: unknown;
  startedAt: number;
  recorded: Span | undefined;
}

/** Options of a method. */
interface Options {
  limitMs?: number | undefined;
  deserialize?: (bytes: Buffer) => unknown;
}

const encodedPage = (bytes: Buffer): EncodedPage => EncodedPage.deserialize(bytes);

const methodOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Name of the service that implements definitions such as `commerce.catalog.v1.CatalogService`. */
function upstreamOf(definitions: Methods[]): string {
  const [method] = Object.values(definitions[0] ?? {});
  return method?.path.split('.')[1] ?? 'unknown';
}

function notifyReplay(onReplay: (presentation: string) => void, initial: Metadata): void {
  const [presentation] = initial.get(REPLAY_KEY);
  if (presentation !== undefined) onReplay(presentation.toString());
}

function serviceConfig(definitions: Methods[]): object {
  const reads = definitions
    .flatMap((definition) => Object.values(definition))
    .map((method) => method.path.split('/') as [string, string, string])
    .filter(([, , method]) => READS.test(method))
    .map(([, service, method]) => ({ service, method }));
  const retryPolicy = {
    maxAttempts: 3,
    initialBackoff: '0.05s',
    maxBackoff: '0.5s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [{ name: [...reads, HEALTH], retryPolicy }],
    // Retries stop while more than half of the recent calls failed, so that they do not add to an overload.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
  };
}
