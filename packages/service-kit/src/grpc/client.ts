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
import { injectTrace, inSpan } from '../telemetry.ts';
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

/** Methods without side effects, by name: only these are retried when a replica is down. */
const READS = /^(Get|List|BatchGet|Resolve|Search|Find|Preview)[A-Z]/;
/**
 * Time limit of a read, in ms, unless the client declares another one for the method. A call that reaches its limit is
 * repeated: round robin sends the two repetitions to different replicas, of which only one may be hanging. Writes have
 * the caller's deadline and are not repeated.
 */
const READ_LIMIT_MS = 3_000;
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
    const limitMs = options.limitMs ?? (READS.test(methodOf(path)) ? READ_LIMIT_MS : Infinity);
    const deserialize =
      options.deserialize ?? ((bytes: Buffer): unknown => decode(new FastReader(bytes) as never));
    const circuit = this.#circuit;
    return (ctx: Context, request: unknown): Promise<unknown> => {
      const startedAt = performance.now();
      return inSpan(span, (recorded) => {
        const send = (isRepeated: boolean): Promise<unknown> =>
          new Promise((resolve, reject) => {
            const leftMs = msUntil(ctx.deadlineMs);
            if (leftMs <= 0) return reject(timedOut());
            if (circuit.isOpen) return reject(circuit.refusal());
            const watched = circuit.watch(() => call.cancel());
            const done = (error: ServiceError | null, response?: unknown) => {
              watched.end(error !== null && isUnreached(error));
              const isLate = !watched.wasCut && limitMs < leftMs && isTimeout(error);
              if (isLate && !isRepeated && this.#repeats.take())
                return resolve(firstOf(send(true), send(true)));
              if (error === null) this.#repeats.earn();
              const fault = error ? this.#faultOf(error, watched.wasCut, isLate) : undefined;
              observeRpc('client', name, fault?.code ?? 'OK', startedAt, recorded);
              if (fault === undefined) return resolve(response);
              fault.rpc = name;
              reject(fault);
            };
            const call = this.#client.makeUnaryRequest(
              path,
              requestSerialize,
              deserialize,
              request,
              metadataOf(ctx),
              { deadline: Date.now() + Math.min(leftMs, limitMs) },
              done,
            );
            if (ctx.onReplay)
              call.on('metadata', (initial: Metadata) => notifyReplay(ctx.onReplay!, initial));
          });
        return send(false);
      });
    };
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

/** The first response of two calls, or the failure of one. */
const firstOf = (one: Promise<unknown>, other: Promise<unknown>): Promise<unknown> =>
  Promise.any([one, other]).catch(({ errors }: AggregateError) => Promise.reject(errors[0] as Fault));

function metadataOf(ctx: Context): Metadata {
  const metadata = new Metadata();
  contextToMetadata(ctx, metadata);
  injectTrace(metadata);
  return metadata;
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
