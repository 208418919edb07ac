import { Metadata, status, type Client, type ClientDuplexStream, type ServiceError } from '@grpc/grpc-js';
import type { StreamedCall } from '@commerce/proto/commerce/common/v1/context.ts';

/**
 * Lifetime of a stream, in ms: round robin chooses the replica of the next one, and a server that stops waits for those that it has.
 */
const LIFETIME_MS = 250;

/** Time in which a server ends a stream after its client, in ms; a hanging one does not. */
const END_MS = 5_000;

/** Method whose calls share streams. */
interface Method {
  path: string;
  requestSerialize: (request: unknown) => Buffer;
  deserialize: (bytes: Buffer) => unknown;
}

/** Called once, with the error or the response of a call. */
export type Done = (error: ServiceError | null, response?: unknown) => void;

/** A call in progress. */
interface RunningCall {
  cancel(): void;
}

/** Makes calls of a method, each as a message of a stream, which costs a third of a call of its own. */
export class CallStreams {
  readonly #client: Client;
  readonly #method: Method;
  /** Streams without a call. */
  readonly #free: CallStream[] = [];

  constructor(client: Client, method: Method) {
    this.#client = client;
    this.#method = method;
  }

  call(request: object, call: StreamedCall, done: Done): RunningCall {
    let stream = this.#free.pop();
    while (stream?.isOver) stream = this.#free.pop();
    stream ??= new CallStream(this.#open(), (free) => this.#free.push(free));
    stream.call({ ...request, call }, call.timeoutMs, done);
    return stream;
  }

  #open(): ClientDuplexStream<unknown, unknown> {
    const { path, requestSerialize, deserialize } = this.#method;
    return this.#client.makeBidiStreamRequest(path, requestSerialize, deserialize);
  }
}

/** A stream, with one call at a time: the next response is that of its call. It ends with a call that fails. */
class CallStream {
  /** True if it takes no further call. */
  isOver = false;
  readonly #stream: ClientDuplexStream<unknown, unknown>;
  #done: Done | undefined;
  #timeout: NodeJS.Timeout | undefined;

  /** @param onFree called when it can take another call */
  constructor(stream: ClientDuplexStream<unknown, unknown>, onFree: (stream: CallStream) => void) {
    this.#stream = stream;
    const lifetime = setTimeout(() => this.#retire(), LIFETIME_MS).unref();
    stream.on('data', (response: unknown) => {
      this.#finish(null, response);
      if (this.isOver) this.#end();
      else onFree(this);
    });
    stream.on('error', (error: ServiceError) => {
      clearTimeout(lifetime);
      this.#fail(error);
    });
    // A server that ends a stream without an error has not answered its call.
    stream.on('end', () => this.#fail(unanswered(status.UNAVAILABLE)));
  }

  call(request: unknown, timeoutMs: number, done: Done): void {
    this.#done = done;
    this.#timeout = setTimeout(() => {
      this.#fail(unanswered(status.DEADLINE_EXCEEDED));
      this.#stream.cancel();
    }, timeoutMs);
    this.#stream.write(request);
  }

  cancel(): void {
    this.#stream.cancel();
  }

  #retire(): void {
    this.isOver = true;
    if (this.#done === undefined) this.#end();
  }

  #end(): void {
    this.#stream.end();
    this.#timeout = setTimeout(() => this.#stream.cancel(), END_MS).unref();
  }

  #fail(error: ServiceError): void {
    this.isOver = true;
    this.#finish(error);
  }

  #finish(error: ServiceError | null, response?: unknown): void {
    clearTimeout(this.#timeout);
    const done = this.#done;
    this.#done = undefined;
    done?.(error, response);
  }
}

/** Error of a call that has no response, as gRPC gives it to a call of its own. */
const unanswered = (code: status): ServiceError =>
  Object.assign(new Error(`${code} ${status[code]}`), {
    code,
    details: status[code],
    metadata: new Metadata(),
  });
