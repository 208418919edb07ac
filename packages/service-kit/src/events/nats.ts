import {
  jetstream,
  jetstreamManager,
  type ConsumerConfig,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { connect, headers, nanos, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';

const DAY_MS = 24 * 3600 * 1000;
/** How long a stream keeps an event for consumers that are away. */
const MAX_AGE_MS = 7 * DAY_MS;
/** How long NATS knows the ids of published events, so that what is published again is stored once. */
const DUPLICATE_WINDOW_MS = 5 * 60 * 1000;

const PUBLISH_TIMEOUT_MS = 5_000;
/** Largest encoded event. With its headers it is below the `max_payload` of NATS, which is 1 MiB by default and in the chart. */
export const MAX_EVENT_BYTES = 1_000_000;
const MAX_HEADER_BYTES = 1_024;
/** Messages that a consumer requests at once. */
const PULL_SIZE = 64;

/** Where events are published and consumed, and how safely they are kept. */
export interface NatsSettings {
  url: string;
  /** Name that the server shows for this connection. */
  name: string;
  /** How many servers keep each event: 1, or 3 in a cluster. */
  replicas: number;
}

/** A connection to NATS that comes back by itself whenever it breaks; it may be away at first. */
export class Nats {
  readonly #connection: NatsConnection;
  readonly #replicas: number;
  readonly jetStream: JetStreamClient;

  private constructor(connection: NatsConnection, replicas: number) {
    this.#connection = connection;
    this.#replicas = replicas;
    this.jetStream = jetstream(connection, { timeout: PUBLISH_TIMEOUT_MS });
  }

  /** Resolves when the server has answered for the first time. */
  static async connect({ url, name, replicas }: NatsSettings): Promise<Nats> {
    const connection = await connect({
      servers: url,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 5_000,
      maxPingOut: 2,
    });
    return new Nats(connection, replicas);
  }

  manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.#connection, { timeout: 5_000 });
  }

  /** Whether the server takes several messages as one (2.12 or newer). */
  get supportsBatches(): boolean {
    const [major, minor] = (this.#connection.info?.version ?? '0.0').split('.').map(Number) as [
      number,
      number,
    ];
    return major > 2 || (major === 2 && minor >= 12);
  }

  /** Publishes messages for one stream in their order: all of them, or none. At least two, at most 1,000. */
  async publishBatch(messages: { subject: string; message: Uint8Array; id: string }[]): Promise<void> {
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

  /** Consumes the stream of a publishing service through a durable consumer, which is created, or brought to these settings. */
  async consume(
    service: string,
    config: Partial<ConsumerConfig> & { durable_name: string },
  ): Promise<ConsumerMessages> {
    await this.provideStream(service);
    const manager = await this.manager();
    const stream = streamOf(service);
    const present = await manager.consumers.info(stream, config.durable_name).catch(() => undefined);
    if (present) await manager.consumers.update(stream, config.durable_name, config);
    else await manager.consumers.add(stream, config);
    const consumer = await this.jetStream.consumers.get(stream, config.durable_name);
    // consume() hangs when NATS loses the consumer, so it ends instead, and is opened again.
    return consumer.consume({ max_messages: PULL_SIZE, abort_on_missing_resource: true });
  }

  /** Makes the stream of a publishing service when it is not there, so that it can be heard before anything was published. */
  async provideStream(service: string): Promise<void> {
    const manager = await this.manager();
    const present = await manager.streams.info(streamOf(service)).catch(() => undefined);
    if (!present) await manager.streams.add(this.#streamConfig(service));
  }

  /**
   * Resolves when NATS answers and has the stream of a publishing service.
   * @throws Error when it does not
   */
  async requireStream(service: string): Promise<void> {
    await (await this.manager()).streams.info(streamOf(service));
  }

  /** Makes the stream of a publishing service, or brings it to these settings. */
  async ensureStream(service: string): Promise<void> {
    const maxPayload = this.#connection.info?.max_payload ?? 0;
    if (maxPayload < MAX_EVENT_BYTES + MAX_HEADER_BYTES)
      throw new Error(
        `max_payload of NATS is ${maxPayload}, must be at least ${MAX_EVENT_BYTES + MAX_HEADER_BYTES}`,
      );
    const manager = await this.manager();
    const config = this.#streamConfig(service);
    const present = await manager.streams.info(config.name).catch(() => undefined);
    if (present) await manager.streams.update(config.name, config);
    else await manager.streams.add(config);
  }

  #streamConfig(service: string) {
    return {
      name: streamOf(service),
      subjects: [`commerce.${service}.>`],
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

function idHeader(id: string): MsgHdrs {
  const set = headers();
  set.set('Nats-Msg-Id', id);
  return set;
}

/** Name of the stream that has the events of a service. */
export const streamOf = (service: string): string => `commerce-${service}`;

/** The store, or `_`, of a subject `commerce.<service>.<type>.<store>`. */
export const storeOfSubject = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

/** The event type of such a subject. */
export const typeOfSubject = (subject: string): string => subject.split('.').slice(2, -1).join('.');
