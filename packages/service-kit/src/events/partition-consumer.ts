import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { isAvailable } from '../db/database.ts';
import type { Span } from '../telemetry.ts';
import type { ConsumerDeps } from './consumer.ts';
import { errorText } from './error-text.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { observeHandling } from './observe.ts';
import { inConsumerSpan } from './spans.ts';
import { drainMessages, storedSubjects, storeOfSubject, typeOfSubject } from './nats.ts';
import { decodeEvent } from './parked-events.ts';
import { Pauses } from './pauses.ts';
import { consumerOf } from './permissions.ts';
import { receivedEventsOf, type ReceivedEvent, type SettledEvents } from './received-events.ts';
import { ACK_WAIT_MS, isUnavailable, type Work } from './work.ts';

/** Maximum events in flight, waiting or being handled. */
const MAX_IN_FLIGHT = 128;
/** Maximum unacknowledged deliveries of a consumer. Events in backoff count, so it is far above MAX_IN_FLIGHT. */
const MAX_ACK_PENDING = 20_000;
/** Time from one batch of a store to the next, unless that is full: a batch costs far more than an event in it. */
const BATCH_EVERY_MS = 100;
const RETRY_MS = 500;
const WARN_EVERY_MS = 10_000;
/** Time for which a subscription may fail before it is a warning: at the first start, its stream is still being made. */
const QUIET_MS = 10_000;
const MAX_BACKOFF_MS = 30_000;
const PAUSED = new Error('The consumer is paused.');
/** Pauses after the failed attempts of an event; the attempt after the last pause parks it. */
const PARK_BACKOFF_MS: readonly number[] = [500, 2_000, 5_000, 10_000];

interface Delivery {
  received: ReceivedEvent;
  event: Event;
}

/**
 * Consumes a partition of the events of one service through a durable JetStream consumer. Events of one store are
 * handled in sequence, those of different stores in parallel. A failed event is redelivered after a pause, and
 * parked after a few attempts. While a database or a service is unavailable, events wait and none is parked.
 */
export class PartitionConsumer {
  readonly #deps: ConsumerDeps;
  readonly #work: Work;
  readonly #partition: number;
  readonly #waiting = new Map<string, Delivery[]>();
  readonly #running = new Set<Promise<void>>();
  readonly #pauses = new Pauses();
  readonly #failures = new FailedAttempts(MAX_ACK_PENDING);
  readonly #settled: SettledEvents = new Map();
  #messages: ConsumerMessages | undefined;
  #consuming: Promise<void> = Promise.resolve();
  #inFlight = 0;
  #onReleased: () => void = () => undefined;
  /** Set while the database is unavailable: no event is consumed until it answers. */
  #paused = false;
  #warnedAt = 0;
  #stopped = false;

  constructor(deps: ConsumerDeps, work: Work, partition: number) {
    this.#deps = deps;
    this.#work = work;
    this.#partition = partition;
  }

  start(): void {
    this.#consuming = this.#run();
  }

  /** Stops consuming and waits for the events that are being handled. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#pauses.endAll();
    if (this.#messages) await drainMessages(this.#messages);
    await this.#consuming;
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    let failingSince: number | undefined;
    while (!this.#stopped) {
      try {
        if (this.#paused) await this.#waitForDatabase();
        const messages = await this.#open();
        failingSince = undefined;
        for await (const message of messages) {
          this.#enqueue(message);
          while (this.#inFlight >= MAX_IN_FLIGHT)
            await new Promise<void>((resolve) => (this.#onReleased = resolve));
          if (this.#paused) void this.#messages?.close();
        }
      } catch (err) {
        const details = {
          reason: (err as Error).message,
          from: this.#work.service,
          partition: this.#partition,
        };
        failingSince ??= Date.now();
        const level = Date.now() < failingSince + QUIET_MS ? 'debug' : 'warn';
        this.#deps.logger[level](details, 'event subscription failed, retrying');
      }
      if (!this.#stopped) await sleep(RETRY_MS);
    }
  }

  async #open(): Promise<ConsumerMessages> {
    const nats = await this.#deps.connect();
    // The stream may have been recreated and reuse the same sequences.
    this.#settled.clear();
    const { service, types } = this.#work;
    this.#messages = await nats.consume(service, {
      durable_name: consumerOf(this.#deps.service, this.#partition),
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_ACK_PENDING,
      filter_subjects: types.map((type) => storedSubjects(service, this.#partition, type)),
    });
    // The caller reads what has been sent; only then the messages end.
    if (this.#stopped) void drainMessages(this.#messages);
    return this.#messages;
  }

  #enqueue(message: JsMsg): void {
    for (const received of receivedEventsOf(message, this.#settled)) {
      this.#inFlight++;
      let event: Event;
      try {
        event = decodeEvent(received.encoded);
      } catch (err) {
        this.#track(this.#park(received, undefined, err).then(() => this.#release(1)));
        continue;
      }
      this.#enqueueEvent({ received, event });
    }
  }

  #enqueueEvent(delivery: Delivery): void {
    const store = storeOfSubject(delivery.received.subject);
    const waiting = this.#waiting.get(store);
    if (this.#inFlight >= MAX_IN_FLIGHT) this.#pauses.endAll();
    if (waiting) {
      waiting.push(delivery);
      if (waiting.length >= this.#work.limit) this.#pauses.end(store);
      return;
    }
    const queue = [delivery];
    this.#waiting.set(store, queue);
    this.#track(this.#drain(store, queue));
  }

  #track(done: Promise<void>): void {
    this.#running.add(done);
    void done.finally(() => this.#running.delete(done));
  }

  #release(count: number): void {
    this.#inFlight -= count;
    this.#onReleased();
  }

  async #drain(store: string, queue: Delivery[]): Promise<void> {
    const { limit } = this.#work;
    while (queue.length > 0) {
      const nextAt = Date.now() + BATCH_EVERY_MS;
      const batch = queue.splice(0, limit);
      if (!(await this.#handle(batch))) {
        // The store's next events would wait as long; release their slots to other stores.
        const rest = queue.splice(0);
        this.#postpone(rest);
        this.#release(rest.length);
      }
      this.#release(batch.length);
      if (limit > 1 && queue.length < limit && !this.#stopped && this.#inFlight < MAX_IN_FLIGHT)
        await this.#pauses.wait(store, Math.max(0, nextAt - Date.now()));
    }
    this.#waiting.delete(store);
  }

  /** @returns whether to continue with the store's next events */
  async #handle(batch: Delivery[]): Promise<boolean> {
    const error = this.#paused ? PAUSED : await this.#attempt(batch);
    if (error === undefined) return true;
    if (error === PAUSED || (await this.#isTransient(error))) {
      this.#postpone(batch);
      return false;
    }
    const [first, ...others] = batch;
    if (others.length === 0) {
      await this.#fail(first!, error);
      return true;
    }
    // Handle them one by one, so that one failing event does not block the others.
    for (const [i, delivery] of batch.entries())
      if (!(await this.#handle([delivery]))) {
        this.#postpone(batch.slice(i + 1));
        return false;
      }
    return true;
  }

  /** @returns the error; undefined when the events were handled */
  async #attempt(batch: Delivery[]): Promise<unknown> {
    const events = batch.map(({ event }) => event);
    const startedAt = performance.now();
    let span: Span | undefined;
    const observe = (outcome: string) => observeHandling(events, outcome, startedAt, span);
    try {
      const ends = { consumer: this.#deps.service, source: this.#work.service };
      await this.#deps.turns.execute(() =>
        inConsumerSpan(ends, events, (recorded) => {
          span = recorded;
          return this.#work.run(events);
        }),
      );
      for (const { received, event } of batch) this.#settle(received, event.id);
      observe('handled');
      return undefined;
    } catch (err) {
      if (isUnavailable(err)) observe('unavailable');
      else if (batch.length === 1) observe('failed');
      return err;
    }
  }

  #settle(received: ReceivedEvent, eventId: string): void {
    this.#failures.forget(eventId);
    received.settle();
  }

  /** Reports whether a retry can succeed. Pauses the consumer when the database is unavailable. */
  async #isTransient(err: unknown): Promise<boolean> {
    const { db, logger } = this.#deps;
    const isDatabaseUp = await isAvailable(db);
    if (!isDatabaseUp && !this.#paused) {
      this.#paused = true;
      logger.warn({ from: this.#work.service }, 'database unavailable, events wait');
      void this.#messages?.close();
    }
    if (isDatabaseUp && isUnavailable(err) && Date.now() > this.#warnedAt + WARN_EVERY_MS) {
      this.#warnedAt = Date.now();
      logger.warn({ reason: (err as Error).message, from: this.#work.service }, 'events wait, retrying');
    }
    return !isDatabaseUp || isUnavailable(err);
  }

  async #waitForDatabase(): Promise<void> {
    while (!this.#stopped && !(await isAvailable(this.#deps.db))) await sleep(RETRY_MS);
    this.#paused = false;
  }

  /** Requests redelivery later, without counting a failure. */
  #postpone(deliveries: Delivery[]): void {
    for (const { received } of deliveries)
      received.postpone(Math.min(RETRY_MS * 2 ** (received.deliveryCount - 1), MAX_BACKOFF_MS));
  }

  async #fail({ received, event }: Delivery, err: unknown): Promise<void> {
    const { id: event_id, type } = event;
    const pauses = this.#deps.parkBackoffMs ?? PARK_BACKOFF_MS;
    const { attempts } = this.#failures.of(event_id);
    const pause = pauses[attempts];
    if (pause === undefined) return this.#park(received, event, err);
    this.#failures.add(event_id);
    this.#deps.logger.warn({ err, event_id, type, attempts: attempts + 1 }, 'event failed, retrying');
    received.postpone(pause);
  }

  /** Parks an event, which settles it; it is handled again when that cannot be written. */
  async #park(received: ReceivedEvent, event: Event | undefined, err: unknown): Promise<void> {
    const eventId = event?.id ?? received.fallbackId;
    const { attempts, firstAt } = this.#failures.of(eventId);
    const type = typeOfSubject(received.subject);
    try {
      await this.#deps.parked.park({
        eventId,
        source: this.#work.service,
        type,
        storeId: storeOfSubject(received.subject).replace(/^_$/, ''),
        subjectId: (event?.subjectId ?? '').replaceAll('\0', ''),
        message: received.encoded,
        error: errorText(err),
        attempts: attempts + 1,
        firstFailedAt: firstAt,
        lastFailedAt: new Date(),
      });
    } catch (parkErr) {
      this.#deps.logger.error({ err: parkErr, event_id: eventId, type }, 'failed to park event, retrying');
      return received.postpone(RETRY_MS);
    }
    this.#deps.logger.error({ err, event_id: eventId, type, attempts: attempts + 1 }, 'event parked');
    this.#settle(received, eventId);
  }
}
