import { Client, credentials } from '@grpc/grpc-js';

const STATES = ['UNKNOWN', 'SERVING', 'NOT_SERVING'];

/** Asks the standard health service for the server as a whole, as Kubernetes' gRPC probe does: plain, without a context. */
export class HealthClient {
  readonly #client: Client;

  constructor(address: string) {
    this.#client = new Client(address, credentials.createInsecure());
  }

  check(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        () => Buffer.alloc(0),
        // One field, an enum: its tag and its number.
        (bytes) => STATES[bytes[1] ?? 0]!,
        {},
        { deadline: Date.now() + 30_000 },
        (error, state) => (error ? reject(error) : resolve(state!)),
      );
    });
  }

  close(): void {
    this.#client.close();
  }
}
