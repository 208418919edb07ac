import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type MethodDefinition,
  type handleBidiStreamingCall,
  type handleUnaryCall,
  type sendUnaryData,
  type StatusObject,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { STREAMED } from '@commerce/proto/streamed.ts';
import type { StreamedCall } from '@commerce/proto/commerce/common/v1/context.ts';
import { contextFromMetadata, systemContext, type Context } from '../context.ts';
import { deadlineIn, msUntil, timedOut, withDeadline } from '../deadline.ts';
import type { Logger } from '../logger.ts';
import { extractTrace, inSpan, traceOf, type Span } from '../telemetry.ts';
import { callerNames, type IncomingCall } from './caller.ts';
import { checkCallers, type Callers } from './callers.ts';
import type { Certificates } from './certificates.ts';
import { EncodedPage } from './encoded-page.ts';
import { observeRefusedRpc, observeRpc, rpcSpan } from './observe.ts';
import type { Fault } from '../fault.ts';
import type { Overload } from '../overload.ts';
import { StoredAnswer } from '../write/stored-answer.ts';
import { faultToStatus, toFault } from './status.ts';

/** Handler of a method; it may return a page or an earlier response in encoded form. */
export type Handler<Request, Response> = (
  ctx: Context,
  request: Request,
) => Promise<Response | EncodedPage | StoredAnswer>;

/** Initial metadata key of a replayed response; its value is the original presentation. */
export const REPLAY_KEY = 'idempotent-replay';

/** Trailing metadata key of a refusal that is not to be retried (gRPC A6). */
export const RETRY_PUSHBACK_KEY = 'grpc-retry-pushback-ms';

/** A service definition as ts-proto generates it; request and response types are only inferred. */
// eslint-disable-next-line typescript/no-explicit-any -- the definition's parameter positions make anything narrower unassignable
export type Methods = Record<string, MethodDefinition<any, any>>;

/** Handlers of a generated service definition, one per method. */
export type Handlers<S> = {
  [M in keyof S]: S[M] extends {
    requestDeserialize: (bytes: Buffer) => infer Request;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? Handler<Request, Response>
    : never;
};

/** Maximum message size in both directions, in bytes: a page of 100 products with 250 variants each fits. */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/**
 * HTTP/2 flow control window of a connection and of each call, in bytes. The default of 64 KiB per connection
 * is filled by the pages of a few concurrent calls, which then wait for each other.
 */
export const FLOW_CONTROL_WINDOW_BYTES = 4 * 1024 * 1024;

const DEFAULT_DEADLINE_MS = 10_000;

/** Options of a gRPC server. */
export interface GrpcServerOptions {
  /** Maximum age of a client connection, in ms; clients then reconnect. */
  maxConnectionAgeMs: number;
  /** Enables TLS and the check of `callers`; without it calls are plaintext and callers are not checked. */
  tls?: Certificates | undefined;
  /** Allowed callers of each method. If set, it must declare exactly the methods of the server. */
  callers?: Callers | undefined;
  /** Refuses calls while the process is overloaded; health checks are always answered. */
  overload?: Overload | undefined;
}

/** Options of an added service. */
export interface AddOptions {
  /** Serves calls under overload too: for methods by which operators inspect the process. */
  neverShed?: boolean;
}

/** A gRPC server that maps Faults to statuses, records metrics and traces, and rejects calls without a context. */
export class GrpcServer {
  readonly #server: Server;
  readonly #health = new HealthImplementation({ '': 'SERVING' });
  readonly #logger: Logger;
  readonly #options: GrpcServerOptions;
  readonly #methods = new Set<string>();
  #healthServer: Server | undefined;

  constructor(logger: Logger, options: GrpcServerOptions) {
    this.#logger = logger;
    this.#options = options;
    this.#server = new Server({
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
      // Also ends the connections of clients that have vanished: a ping on a closing connection would drop its calls.
      'grpc.max_connection_age_ms': options.maxConnectionAgeMs,
      'grpc.max_connection_age_grace_ms': 10_000,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
    });
    this.#health.addToServer(this.#server);
  }

  /** Adds a service with its handlers. */
  add<S extends Methods>(definition: S, handlers: Handlers<S>, options: AddOptions = {}): void {
    const methods: Record<string, MethodDefinition<unknown, unknown>> = {};
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const serialize = method.responseSerialize;
      const responseSerialize = (value: unknown) => {
        if (value instanceof EncodedPage) return value.serialize();
        return value instanceof StoredAnswer ? value.message : serialize(value);
      };
      const handle = this.#handle(method.path, handlers[name as keyof S], options);
      const requestStream = STREAMED.has(method.path);
      methods[name] = { ...method, responseSerialize, requestStream, responseStream: requestStream };
      implementation[name] = requestStream ? stream(handle) : unary(handle);
      this.#methods.add(method.path.slice(1));
    }
    this.#server.addService(methods, implementation);
  }

  /**
   * Starts listening; resolves with the port.
   * @throws Error naming the methods without declared callers, and the declared methods that do not exist
   */
  async listen(host: string, port: number): Promise<number> {
    if (this.#options.callers) checkCallers(this.#options.callers, this.#methods);
    const credentials = this.#options.tls?.serverCredentials() ?? ServerCredentials.createInsecure();
    return bind(this.#server, `${host}:${port}`, credentials);
  }

  /** Starts an unencrypted listener for health checks only; resolves with the port. */
  listenForHealth(host: string, port: number): Promise<number> {
    this.#healthServer = new Server();
    this.#health.addToServer(this.#healthServer);
    return bind(this.#healthServer, `${host}:${port}`, ServerCredentials.createInsecure());
  }

  /** Stops accepting calls and waits for running ones, at most `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#health.setStatus('', 'NOT_SERVING');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#server.forceShutdown();
        resolve();
      }, graceMs);
      this.#server.tryShutdown(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#healthServer?.forceShutdown();
  }

  #handle(path: string, handler: Handler<unknown, unknown>, { neverShed = false }: AddOptions): Handle {
    const callers = this.#callersOf(path);
    const method = path.slice(1);
    const spanOptions = rpcSpan('server', method);
    const run = async (call: IncomingCall, request: unknown) => {
      const ctx = contextOf(call, request);
      // The caller no longer waits.
      if (call.cancelled || msUntil(ctx.deadlineMs) <= 0) throw timedOut();
      return withDeadline(ctx.deadlineMs, () => handler(ctx, request));
    };
    return (call, request, callback): void => {
      const startedAt = performance.now();
      if (!this.#mayCall(call, path, callers)) {
        observeRefusedRpc(method, 'refused_caller', startedAt);
        return callback({
          code: status.PERMISSION_DENIED,
          details: 'The caller is not allowed to call this method.',
        });
      }
      const refusal = neverShed ? undefined : this.#options.overload?.refusal();
      if (refusal) {
        observeRefusedRpc(method, 'shed', startedAt);
        return callback(withoutRetry(faultToStatus(refusal)));
      }
      const answer = (span?: Span): Promise<void> =>
        run(call, request).then(
          (response) => {
            observeRpc('server', method, 'OK', startedAt, span);
            if (response instanceof StoredAnswer) sendReplay(call, response.presentation);
            callback(null, response);
          },
          (error: unknown) => {
            const fault = toFault(error);
            observeRpc('server', method, fault.code, startedAt, span);
            this.#logFault(path, { call, request }, fault);
            if (fault.replayOf !== undefined) sendReplay(call, fault.replayOf);
            callback(faultToStatus(fault));
          },
        );
      const streamed = streamedCall(request);
      const parent = streamed ? traceOf(streamed.traceparent) : extractTrace(call.metadata);
      void inSpan(parent ? { ...spanOptions, parent } : spanOptions, answer);
    };
  }

  #callersOf(path: string): readonly string[] {
    const [, service, method] = path.split('/') as [string, string, string];
    return this.#options.callers?.[service]?.[method] ?? [];
  }

  /** Reports whether the caller's certificate has the name of an allowed caller. */
  #mayCall(call: IncomingCall, path: string, callers: readonly string[]): boolean {
    if (!this.#options.tls) return true;
    const names = callerNames(call);
    if (callers.some((caller) => names.includes(caller))) return true;
    this.#logger.warn({ names, peer: call.getPeer(), rpc: path }, 'a caller was refused');
    return false;
  }

  #logFault(path: string, { call, request }: { call: IncomingCall; request: unknown }, fault: Fault): void {
    if (fault.code !== 'server_error' && fault.code !== 'unavailable') return;
    let requestId: string | undefined;
    try {
      requestId = contextOf(call, request).requestId;
    } catch {
      requestId = undefined;
    }
    this.#logger.error({ err: fault.cause ?? fault, rpc: path, request_id: requestId }, 'call failed');
  }
}

/** Handles one call. */
type Handle = (call: IncomingCall, request: unknown, callback: sendUnaryData<unknown>) => void;

const unary =
  (handle: Handle): handleUnaryCall<unknown, unknown> =>
  (call, callback) =>
    handle(call, call.request, callback);

/** Handles the calls of a stream one after the other. One that fails ends the stream. */
const stream =
  (handle: Handle): handleBidiStreamingCall<unknown, unknown> =>
  (calls) => {
    calls.on('data', (request: unknown) => {
      calls.pause();
      handle(calls, request, (error, response) => {
        if (error) return void calls.emit('error', error);
        calls.write(response);
        calls.resume();
      });
    });
    calls.on('end', () => calls.end());
  };

/** Disables retries in the client's gRPC library, which would add to the overload. */
function withoutRetry(refused: Partial<StatusObject>): Partial<StatusObject> {
  refused.metadata?.set(RETRY_PUSHBACK_KEY, '-1');
  return refused;
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function sendReplay(call: IncomingCall, presentation: string): void {
  const metadata = new Metadata();
  metadata.set(REPLAY_KEY, presentation);
  call.sendMetadata(metadata);
}

/** Context of a message of a stream; undefined in a call of its own. */
const streamedCall = (request: unknown): StreamedCall | undefined =>
  (request as { call?: StreamedCall }).call;

/** Context of a call: of a message of a stream, the one that it has itself. */
function contextOf(call: IncomingCall, request: unknown): Context {
  const streamed = streamedCall(request);
  if (streamed !== undefined) return systemContext(streamed.requestId, deadlineIn(streamed.timeoutMs));
  return contextFromMetadata(call.metadata, deadlineOf(call));
}

function deadlineOf(call: IncomingCall): number {
  const deadline = Number(call.getDeadline());
  return deadlineIn(Number.isFinite(deadline) ? deadline - Date.now() : DEFAULT_DEADLINE_MS);
}
