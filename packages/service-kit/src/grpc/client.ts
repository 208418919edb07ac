import { Client, credentials, Metadata, type MethodDefinition, type ServiceError } from '@grpc/grpc-js';
import { contextToMetadata, type Context } from '../context.ts';
import { Fault } from '../fault.ts';
import { observeRpc } from '../metrics.ts';
import { injectTrace, inSpan } from '../telemetry.ts';
import type { Certificates } from './certificates.ts';
import { EncodedPage } from './encoded-page.ts';
import { FastReader } from './reader.ts';
import { FLOW_CONTROL_WINDOW_BYTES, MAX_MESSAGE_BYTES, REPLAY_KEY, type Methods } from './server.ts';
import { statusToFault } from './status.ts';

/** A method for each of a generated service definition; rejects with a Fault. */
export type ClientOf<S> = {
  [M in keyof S]: S[M] extends {
    requestDeserialize: (bytes: Buffer) => infer Request;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? (ctx: Context, request: Request) => Promise<Response>
    : never;
};

/** Methods without side effects, by name: these alone are tried again when a replica is away. */
const READS = /^(Get|List|BatchGet|Resolve)[A-Z]/;

/** A connection to the replicas of one service. */
export class GrpcChannel {
  readonly #client: Client;

  /**
   * @param address host:port or a gRPC target; a name with several addresses is called round robin
   * @param tls encrypts the calls; without it they are plain
   */
  constructor(address: string, definitions: Methods[], tls?: Certificates) {
    this.#client = new Client(address, tls?.channelCredentials() ?? credentials.createInsecure(), {
      'grpc.service_config': JSON.stringify(serviceConfig(definitions)),
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
      'grpc.keepalive_time_ms': 20_000,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
      'grpc.keepalive_timeout_ms': 5_000,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 2_000,
      'grpc.dns_min_time_between_resolutions_ms': 2_000,
    });
  }

  /** The methods of a service behind this channel. */
  service<S extends Methods>(definition: S): ClientOf<S> {
    const methods: Record<string, unknown> = {};
    for (const [name, method] of Object.entries(definition)) methods[name] = this.#unary(method);
    return methods as ClientOf<S>;
  }

  /** A method that answers a page or batch of resources, which are left encoded. */
  encoded<Request, Response>(
    method: MethodDefinition<Request, Response>,
  ): (ctx: Context, request: Request) => Promise<EncodedPage> {
    return this.#unary(method as unknown as MethodDefinition<unknown, unknown>, (bytes) =>
      EncodedPage.deserialize(bytes),
    ) as never;
  }

  close(): void {
    this.#client.close();
  }

  #unary(
    { path, requestSerialize, responseDeserialize: decode }: MethodDefinition<unknown, unknown>,
    responseDeserialize = (bytes: Buffer): unknown => decode(new FastReader(bytes) as never),
  ) {
    const name = path.slice(1);
    return (ctx: Context, request: unknown): Promise<unknown> => {
      const startedAt = performance.now();
      return inSpan({ name, kind: 'client' }, () => {
        const metadata = new Metadata();
        contextToMetadata(ctx, metadata);
        injectTrace(metadata);
        return new Promise((resolve, reject) => {
          const done = (error: ServiceError | null, response?: unknown) => {
            const fault = error ? statusToFault(error) : undefined;
            observeRpc('client', path, fault?.code ?? 'OK', startedAt);
            if (fault) reject(fault);
            else resolve(response);
          };
          if (ctx.deadlineMs <= Date.now()) return reject(new Fault('timeout', 'The request took too long.'));
          const call = this.#client.makeUnaryRequest(
            path,
            requestSerialize,
            responseDeserialize,
            request,
            metadata,
            { deadline: ctx.deadlineMs },
            done,
          );
          if (ctx.onReplay) call.on('metadata', (initial: Metadata) => tellReplay(ctx.onReplay!, initial));
        });
      });
    };
  }
}

function tellReplay(onReplay: (presentation: string) => void, initial: Metadata): void {
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
    ...(reads.length > 0 ? { methodConfig: [{ name: reads, retryPolicy }] } : {}),
  };
}
