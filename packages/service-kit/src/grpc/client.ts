import { Client, credentials, Metadata, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import type { StreamedCall } from '@commerce/proto/commerce/common/v1/context.ts';
import { STREAMED } from '@commerce/proto/streamed.ts';
import { contextToMetadata, isUnbound, type Context } from '../context.ts';
import { msUntil, timedOut } from '../deadline.ts';
import type { Fault } from '../fault.ts';
import { currentTraceparent, injectTrace, inSpan } from '../telemetry.ts';
import { CallStreams, type Done } from './call-streams.ts';
import type { Certificates } from './certificates.ts';
import { Circuit } from './circuit.ts';
import { limitConnecting } from './connect-limit.ts';
import { EncodedPage } from './encoded-page.ts';
import { faultOf, isRetried, type Repeatable } from './failed-attempt.ts';
import { observeRpc, rpcSpan } from './observe.ts';
import { supervisePings } from './pings.ts';
import { FastReader } from './reader.ts';
import { firstOf, Repeats, Unanswered } from './repeat.ts';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES, REPLAY_KEY, type Methods } from './server.ts';
import { HEALTH, isRead, serviceConfig } from './service-config.ts';
import { isUnreached } from './status.ts';

/** Client of a generated service definition; its methods reject with a Fault. */
export type ClientOf<S> = {
  [M in keyof S]: S[M] extends {
    requestDeserialize: (bytes: Buffer) => infer Request;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? (ctx: Context, request: Request) => Promise<Response>
    : never;
};

supervisePings();
limitConnecting();

/** Time limit of a read, in ms, unless the client declares another one for the method. A call that reaches its limit is repeated. */
const READ_LIMIT_MS = 3_000;
/** Interval of pings while calls run, in ms: a replica that does not answer them (`pings.ts`) is no longer called. */
const KEEPALIVE_MS = 1_000;
/** Longer than `supervisePings` waits. */
const KEEPALIVE_TIMEOUT_MS = 20_000;
/**
 * Parallel health checks: round robin spreads them over replicas, so that one hanging replica does not count as
 * the whole upstream.
 */
const HEALTH_CHECKS = 3;
const HEALTH_DEADLINE_MS = 5_000;

/** Properties of methods that their calls need. */
export interface MethodOptions<S> {
  /** Time limits in ms that differ from the default; calls of these methods are repeated when they are not answered. */
  limitsMs?: { [M in keyof S]?: number };
  /** Writes that take effect once however often they are made: they are repeated when their replica is lost. */
  idempotent?: readonly (keyof S)[];
  /** Writes that apply the idempotency key of the context: those with a key are repeated when their replica is lost. */
  keyed?: readonly (keyof S)[];
}

/** A connection to the replicas of one service. */
export class GrpcChannel {
  readonly #client: Client;
  readonly #circuit: Circuit;
  readonly #repeats: Repeats;

  /**
   * @param address host:port or a gRPC target; calls are spread round robin over all addresses of a name
   * @param tls encrypts the calls; without it they are plaintext
   */
  constructor(address: string, definitions: Methods[], tls?: Certificates) {
    const upstream = upstreamOf(definitions);
    this.#circuit = new Circuit(upstream, () => this.#checkHealth());
    this.#repeats = new Repeats(upstream);
    this.#client = new Client(address, tls?.channelCredentials() ?? credentials.createInsecure(), {
      'grpc.service_config': JSON.stringify(serviceConfig(definitions)),
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 2_000,
      'grpc.dns_min_time_between_resolutions_ms': 2_000,
    });
  }

  /** Client of a service behind this channel. */
  service<S extends Methods>(
    definition: S,
    { limitsMs, idempotent, keyed }: MethodOptions<S> = {},
  ): ClientOf<S> {
    const methods: Record<string, unknown> = {};
    for (const [name, method] of Object.entries(definition))
      methods[name] = this.#unary(method, {
        limitMs: limitsMs?.[name],
        repeatable: idempotent?.includes(name) ? 'always' : keyed?.includes(name) ? 'with a key' : undefined,
      });
    return methods as ClientOf<S>;
  }

  /**
   * A method that returns a page or batch of resources without decoding them.
   * @param repeatable for a write that `MethodOptions` would name
   */
  encoded<Request, Response>(
    method: MethodDefinition<Request, Response>,
    repeatable?: Repeatable,
  ): (ctx: Context, request: Request) => Promise<EncodedPage> {
    const options = { repeatable, deserialize: encodedPage };
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
    const limitMs = options.limitMs ?? (isRead(path) ? READ_LIMIT_MS : Infinity);
    const method: UnaryMethod = {
      path,
      name,
      limitMs,
      repeatable: limitMs < Infinity ? 'always' : options.repeatable,
      requestSerialize,
      deserialize: options.deserialize ?? ((bytes: Buffer) => decode(new FastReader(bytes) as never)),
    };
    const streams = STREAMED.has(path) ? new CallStreams(this.#client, method) : undefined;
    return (ctx: Context, request: object): Promise<unknown> => {
      const startedAt = performance.now();
      return inSpan(span, (recorded) =>
        // A message of a stream has no store.
        this.#call({ method, ctx, request }, isUnbound(ctx) ? streams : undefined).then(
          (response) => {
            observeRpc('client', name, 'OK', startedAt, recorded);
            return response;
          },
          (fault: Fault) => {
            observeRpc('client', name, fault.code, startedAt, recorded);
            fault.rpc = name;
            throw fault;
          },
        ),
      );
    };
  }

  /** Makes a call, and again at other replicas when it is not answered. @throws Fault */
  #call(call: UnaryCall, streams?: CallStreams): Promise<unknown> {
    const attempt = () => this.#attempt(call);
    const first = this.#attempt(call, streams);
    return first.catch((error: unknown) => {
      const repetitions = error instanceof Unanswered ? this.#repeats.take(attempt) : undefined;
      return repetitions === undefined ? first : firstOf([first, ...repetitions]);
    });
  }

  /** @throws Fault */
  #attempt(call: UnaryCall, streams?: CallStreams): Promise<unknown> {
    const { method, ctx, request } = call;
    const circuit = this.#circuit;
    return new Promise((resolve, reject) => {
      const leftMs = msUntil(ctx.deadlineMs);
      if (leftMs <= 0) return reject(timedOut());
      if (circuit.isOpen) return reject(circuit.refusal());
      const done = (error: ServiceError | null, response?: unknown) => {
        watched.end(error !== null && isUnreached(error));
        if (error === null) {
          this.#repeats.earn();
          resolve(response);
        } else if (watched.wasCut) reject(circuit.refusal());
        // gRPC retries the first message of a stream only.
        else if (streams && isRetried(error, method.path)) resolve(this.#attempt(call));
        else reject(faultOf(error, call, leftMs));
      };
      const timeoutMs = Math.min(leftMs, method.limitMs);
      const attempt = streams
        ? streams.call(request, streamedCall(ctx, timeoutMs), done)
        : this.#send(call, timeoutMs, done);
      // Last, because nothing would end it if the request could not be made; `done` is never called before.
      const watched = circuit.watch(() => attempt.cancel());
    });
  }

  /** Sends a call of its own. */
  #send({ method, ctx, request }: UnaryCall, timeoutMs: number, done: Done): { cancel(): void } {
    const sent = this.#client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.deserialize,
      request,
      metadataOf(ctx),
      { deadline: Date.now() + timeoutMs },
      done,
    );
    if (ctx.onReplay) sent.on('metadata', (initial: Metadata) => notifyReplay(ctx.onReplay!, initial));
    return sent;
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

const streamedCall = ({ requestId }: Context, timeoutMs: number): StreamedCall => ({
  requestId,
  timeoutMs: Math.ceil(timeoutMs),
  traceparent: currentTraceparent(),
});

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
  repeatable: Repeatable | undefined;
  requestSerialize: (request: unknown) => Buffer;
  deserialize: (bytes: Buffer) => unknown;
}

/** A call of a method, which may be sent several times. */
interface UnaryCall {
  method: UnaryMethod;
  ctx: Context;
  request: object;
}

/** Options of a method. */
interface Options {
  limitMs?: number | undefined;
  repeatable?: Repeatable | undefined;
  deserialize?: (bytes: Buffer) => unknown;
}

const encodedPage = (bytes: Buffer): EncodedPage => EncodedPage.deserialize(bytes);

/** Name of the service that implements definitions such as `commerce.catalog.v1.CatalogService`. */
function upstreamOf(definitions: Methods[]): string {
  const [method] = Object.values(definitions[0] ?? {});
  return method?.path.split('.')[1] ?? 'unknown';
}

function notifyReplay(onReplay: (presentation: string) => void, initial: Metadata): void {
  const [presentation] = initial.get(REPLAY_KEY);
  if (presentation !== undefined) onReplay(presentation.toString());
}
