import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  jetstream,
  jetstreamManager,
  type ConsumerConfig,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import {
  connect,
  credsAuthenticator,
  headers,
  nanos,
  nkeyAuthenticator,
  type ConnectionOptions,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import type { Logger } from '../logger.ts';
import { PARTITIONS } from './partitions.ts';
import { inboxOf } from './permissions.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Time that a stream keeps events for consumers that are down. */
const MAX_AGE_MS = 7 * DAY_MS;
/** Deduplication window: an event published again within it is stored once. */
const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;

const PUBLISH_TIMEOUT_MS = 5_000;
/** Time to wait for the messages that a server has sent to a consumer that ends. */
const DRAIN_MS = 5_000;
/**
 * Maximum size of an encoded event. With its envelope and headers it stays below the `max_payload` of NATS, 1 MiB by default and
 * in the chart.
 */
export const MAX_EVENT_BYTES = 1_000_000;
const MAX_HEADER_BYTES = 1_024;
/** Messages that a consumer requests per pull. */
const PULL_SIZE = 64;

/** Connection and durability settings of the event streams. Files are read again for each connection. */
export interface NatsSettings {
  /** URLs of the servers; the client uses those that respond. */
  servers: string[];
  /** Name of the service, and of its connection on the server. */
  name: string;
  /** Number of servers that store each event: 1, or 3 in a cluster. */
  replicas: number;
  /** File with the certificate authorities (PEM) trusted for the servers; requires TLS. */
  caFile?: string | undefined;
  /** File with the seed of the service's NKEY. */
  nkeyFile?: string | undefined;
  /** File with the credentials (JWT and seed) of the service's user. */
  credsFile?: string | undefined;
  logger: Logger;
}

/** A connection to NATS that reconnects automatically. */
export class Nats {
  readonly #connection: NatsConnection;
  readonly #replicas: number;
  readonly jetStream: JetStreamClient;

  private constructor(connection: NatsConnection, replicas: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    this.jetStream = jetstream(connection, { timeout: PUBLISH_TIMEOUT_MS });
  }

  /** Resolves after the first answer of the server. */
  static async connect(settings: NatsSettings): Promise<Nats> {
    const { servers, name, replicas } = settings;
    const connection = await connect({
      ...securityOf(settings),
      servers,
      name,
      inboxPrefix: inboxOf(name),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      // A key can be refused for a while during its rotation.
      ignoreAuthErrorAbort: true,
      pingInterval: 5_000,
      maxPingOut: 2,
      // Otherwise every request captures a stack trace for an error that hardly ever occurs.
      noAsyncTraces: true,
    });
    void logStatus(connection, settings.logger);
    return new Nats(connection, replicas);
  }

  manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.#connection, { timeout: 5_000, checkAPI: false });
  }

  /** Reports whether the server supports atomic batch publishing (2.12 or newer). */
  get supportsBatches(): boolean {
    const [major, minor] = (this.#connection.info?.version ?? '0.0').split('.').map(Number) as [
      number,
      number,
    ];
    return major > 2 || (major === 2 && minor >= 12);
  }

  /** Publishes 2 to 1,000 messages to one stream in order, atomically. */
  async publishBatch(
    messages: readonly { subject: string; message: Uint8Array; id: string }[],
  ): Promise<void> {
    const [first, ...rest] = messages;
    const last = rest.pop()!;
    const batch = await this.jetStream.startBatch(first!.subject, first!.message, {
      headers: idHeader(first!.id),
    });
    for (const { subject, message, id } of rest) batch.add(subject, message, { headers: idHeader(id) });
    await batch.commit(last.subject, last.message, {
      headers: idHeader(last.id),
      timeout: PUBLISH_TIMEOUT_MS,
    });
  }

  /**
   * Consumes the stream of a publishing service through a durable consumer, which is created or updated to
   * these settings.
   * @throws Error when the publishing service has not created its stream yet
   */
  async consume(
    service: string,
    config: Partial<ConsumerConfig> & { durable_name: string },
  ): Promise<ConsumerMessages> {
    const manager = await this.manager();
    const stream = streamOf(service);
    const present = await manager.consumers.info(stream, config.durable_name).catch(() => undefined);
    if (present) await manager.consumers.update(stream, config.durable_name, config);
    else await manager.consumers.add(stream, config);
    const consumer = await this.jetStream.consumers.get(stream, config.durable_name);
    // By default consume() hangs when NATS loses the consumer; with this option it ends and the caller opens it
    // again.
    return consumer.consume({ max_messages: PULL_SIZE, abort_on_missing_resource: true });
  }

  /**
   * Resolves when NATS answers and has the stream of a publishing service.
   * @throws Error when it does not
   */
  async requireStream(service: string): Promise<void> {
    await (await this.manager()).streams.info(streamOf(service));
  }

  /** Creates the stream of a publishing service, or updates it to these settings; its number of replicas only grows. */
  async ensureStream(service: string): Promise<void> {
    const maxPayload = this.#connection.info?.max_payload ?? 0;
    if (maxPayload < MAX_EVENT_BYTES + MAX_HEADER_BYTES)
      throw new Error(
        `max_payload of NATS is ${maxPayload}, must be at least ${MAX_EVENT_BYTES + MAX_HEADER_BYTES}`,
      );
    const manager = await this.manager();
    const config = this.#streamConfig(service);
    const present = await manager.streams.info(config.name).catch(() => undefined);
    if (present === undefined) return void (await manager.streams.add(config));
    // During an upgrade, a process with the earlier setting may connect last.
    const replicas = Math.max(present.config.num_replicas, config.num_replicas);
    await manager.streams.update(config.name, { ...config, num_replicas: replicas });
  }

  #streamConfig(service: string) {
    return {
      name: streamOf(service),
      subjects: [`commerce.${service}.>`],
      // commerce.<service>.<aggregate>.<event>.<store> is stored as commerce.<service>.<partition>.<aggregate>.<event>.<store>.
      subject_transform: {
        src: `commerce.${service}.*.*.*`,
        dest: `commerce.${service}.{{partition(${PARTITIONS},3)}}.{{wildcard(1)}}.{{wildcard(2)}}.{{wildcard(3)}}`,
      },
      max_age: nanos(MAX_AGE_MS),
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      num_replicas: this.#replicas,
      ...(this.supportsBatches && { allow_atomic: true }),
    };
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

/**
 * Ends consuming after the messages that the server has sent. `close` of the client drops those that it has not
 * read, and they are delivered again only after the acknowledgement timeout.
 */
export async function drainMessages(messages: ConsumerMessages): Promise<void> {
  // The client drains its subscription, but has no method for it.
  const { sub } = messages as unknown as { sub: Subscription };
  // It waits for a response, also while the connection is lost.
  await Promise.race([sub.drain().catch(() => undefined), sleep(DRAIN_MS, undefined, { ref: false })]);
  await messages.close();
}

/** Logs what happens to a connection until it is closed. */
async function logStatus(connection: NatsConnection, logger: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect')
      logger.warn({ server: status.server }, 'nats disconnected, reconnecting');
    else if (status.type === 'reconnect') logger.info({ server: status.server }, 'nats reconnected');
    else if (status.type === 'error') logger.error({ reason: status.error.message }, 'nats refused');
  }
}

function securityOf({ servers, caFile, nkeyFile, credsFile, logger }: NatsSettings): ConnectionOptions {
  const authenticator = [
    ...(nkeyFile ? [nkeyAuthenticator(readable(nkeyFile, logger, trimmed))] : []),
    ...(credsFile ? [credsAuthenticator(readable(credsFile, logger, (content) => content))] : []),
  ];
  // The client ignores the scheme of a URL.
  const isTls = caFile !== undefined || servers.some((server) => server.startsWith('tls:'));
  return { authenticator, ...(isTls && { tls: { ...(caFile !== undefined && { caFile }) } }) };
}

/**
 * Reads a file, with its last content while it cannot be read: the client closes for good when an authenticator
 * throws.
 */
function readable<T>(file: string, logger: Logger, parse: (content: Buffer) => T): () => T {
  let last: T | undefined;
  return () => {
    try {
      last = parse(readFileSync(file));
    } catch (error) {
      if (last === undefined) throw error;
      logger.error({ file, reason: (error as Error).message }, 'nats key not readable, using the last one');
    }
    return last;
  };
}

/** A seed without the line break that editors add. */
const trimmed = (seed: Buffer): Uint8Array => Buffer.from(seed.toString().trim());

function idHeader(id: string): MsgHdrs {
  const set = headers();
  set.set('Nats-Msg-Id', id);
  return set;
}

/** Name of the stream of a service's events. */
export const streamOf = (service: string): string => `commerce-${service}`;

/** Subjects of the stored events of a type in a partition, of all stores. */
export const storedSubjects = (service: string, partition: number, type: string): string =>
  `commerce.${service}.${partition}.${type}.*`;

/** The store, or `_`, of the subject of a stored event. */
export const storeOfSubject = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

/** The event type of such a subject. */
export const typeOfSubject = (subject: string): string => subject.split('.').slice(3, -1).join('.');
