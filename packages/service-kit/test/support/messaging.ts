import { pino } from 'pino';
import { systemClock } from '../../src/clock.ts';
import { Consumer, type ConsumerDeps, handlerTurns } from '../../src/events/consumer.ts';
import type { Nats, NatsSettings } from '../../src/events/nats.ts';
import type { ParkedEventFilter } from '../../src/events/parked-event-store.ts';
import { ParkedEvents } from '../../src/events/parked-events.ts';
import { partitionNumbers } from '../../src/events/partitions.ts';
import { Relay } from '../../src/events/relay.ts';
import type { BatchSubscription, EventHandler, Subscription } from '../../src/events/subscription.ts';
import { createTestDatabase, type TestDatabase } from '../../src/testing/database.ts';
import { connectTo, startTestNats, type TestNats } from '../../src/testing/nats.ts';
import { Writer } from '../../src/write/writer.ts';
import { add, contextOf, migrations } from '../fixture/counters.ts';

const logger = pino({ level: 'silent' });

/** A context in a store. */
export const contextAt = (store: string) => contextOf(undefined, '', 'ins_a', store);

/** The value in a `counter.changed`. */
export const valueOf = (event: { payload: Uint8Array }) => Number(Buffer.from(event.payload).toString());

/** The filter that every parked event matches. */
export const ALL: ParkedEventFilter = {
  type: '',
  error: '',
  failedSinceMs: undefined,
  failedBeforeMs: undefined,
};

/** The parked events that match a filter. */
export const listOf = (parked: ParkedEvents, filter: Partial<ParkedEventFilter> = {}) =>
  parked.list({ ...ALL, ...filter }, undefined, 1_000);

type SecurityOf = (service: string) => Pick<NatsSettings, 'caFile' | 'nkeyFile' | 'credsFile'>;

/** A NATS server and services with their own databases that publish and consume through it. */
export class TestMessaging {
  readonly nats: TestNats;
  readonly #securityOf: SecurityOf;
  readonly #closers: (() => Promise<unknown>)[] = [];

  private constructor(nats: TestNats, securityOf: SecurityOf) {
    this.nats = nats;
    this.#securityOf = securityOf;
  }

  /** @param config further configuration of the server @param securityOf how a service connects to it */
  static async start(config = '', securityOf: SecurityOf = () => ({})): Promise<TestMessaging> {
    return new TestMessaging(await startTestNats(config), securityOf);
  }

  async stop(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
    await this.nats.drop();
  }

  async connect(service: string): Promise<Nats> {
    const connection = await connectTo(this.nats, { name: service, ...this.#securityOf(service) });
    this.#closers.push(() => connection.close());
    return connection;
  }

  async database(): Promise<TestDatabase> {
    const database = await createTestDatabase(migrations);
    this.#closers.push(() => database.drop());
    return database;
  }

  /** A publishing service. @param service its name; the stream is created immediately */
  async publisher(service: string) {
    const database = await this.database();
    const { db } = database;
    const connect = () => this.connect(service);
    const relay = new Relay({ service, db, connect, logger });
    await relay.assign(partitionNumbers);
    const writer = new Writer({ service, db, clock: systemClock, wakeRelay: relay.wake });
    const connection = await connect();
    await connection.ensureStream(service);
    this.#closers.push(() => relay.stop());
    return {
      ...database,
      relay,
      connection,
      writer,
      /** Adds one to a store's counter, which emits `counter.changed` with the value. */
      change: (store: string) => writer.change(contextAt(store), (unit) => add(unit, contextAt(store), 1)),
    };
  }

  /** A service that consumes `counter.changed` of a publishing service, not yet started. */
  async consumer(
    service: string,
    subscription: EventHandler | Subscription | BatchSubscription,
    options: Partial<ConsumerDeps> & { from: string; database?: TestDatabase },
  ) {
    const { from, database: given, ...others } = options;
    const database = given ?? (await this.database());
    const { db } = database;
    const writer = new Writer({ service, db, clock: systemClock, wakeRelay: () => undefined });
    const parked = new ParkedEvents({ db, writer, clock: systemClock });
    const connect = () => this.connect(service);
    const turns = handlerTurns(db.pool.options.max);
    const deps = { service, db, writer, parked, connect, turns, logger, ...others };
    const handled =
      typeof subscription === 'function'
        ? { service: from, handlers: { 'counter.changed': subscription } }
        : subscription;
    const consumer = new Consumer(deps, handled);
    this.#closers.push(() => consumer.stop());
    return { consumer, parked, database };
  }
}
