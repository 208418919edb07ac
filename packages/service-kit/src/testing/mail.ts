import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** SMTP server for tests that records the mails it receives. */
export class TestMailServer {
  readonly #server: SMTPServer;
  /** Received mails: recipients and raw message. */
  received: { to: string[]; raw: string }[] = [];
  /** Error with which every mail is rejected; undefined accepts them. */
  refuse: Error | undefined;
  /** Recipient that is rejected, with the address in the error message, as real servers do. */
  unknownTo: string | undefined;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, callback) => {
        if (address !== this.unknownTo) return callback();
        callback(Object.assign(new Error(`5.1.1 <${address}>: unknown`), { responseCode: 550 }));
      },
      onData: (stream, session, callback) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
        stream.on('end', () => {
          if (this.refuse === undefined)
            this.received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          callback(this.refuse);
        });
      },
    });
  }

  static async start(): Promise<TestMailServer> {
    const server = new TestMailServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server.server, 'listening');
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
