import { Client, credentials } from '@grpc/grpc-js';

const STATES = ['UNKNOWN', 'SERVING', 'NOT_SERVING'];

/**
 * Client of the standard health service that checks the whole server like Kubernetes' gRPC probe: plaintext,
 * without a context.
 */
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
        // A single enum field: tag and number.
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
