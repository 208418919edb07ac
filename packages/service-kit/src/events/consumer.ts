import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor, type Context } from '../context.ts';
import type { Logger } from '../logger.ts';
import { durationHistogram } from '../metrics.ts';
import { extractTraceFrom, inSpan } from '../telemetry.ts';
import type { Unit, Writer } from '../write/writer.ts';
import { inboxInsertMany } from './inbox.ts';
import { streamOf, type Nats } from './nats.ts';

/** What a handler does takes no longer than this, or another process tries as well. */
const ACK_WAIT_MS = 30_000;
const MAX_IN_FLIGHT = 64;
const MAX_RETRY_MS = 30_000;
/** Most events of a store that are handled together. */
const MAX_BATCH = 64;

const handled = durationHistogram('event_handling_duration_seconds', 'Time to handle an event.', [
  'type',
  'outcome',
]);

/** Handles an event; its effect is committed with the note that the event was handled. */
export type EventHandler = (unit: Unit, event: Event, ctx: Context) => Promise<void>;

/** What a service hears. */
export interface Subscription {
  /** Whose events. */
  service: string;
  /** Handlers by type; events of other types are not delivered. */
  handlers: Record<string, EventHandler>;
  /**
   * Does what an event asks without a transaction and a note of the event, where that is one statement that does nothing when it is run
   * again; false, and nothing was done, leaves it to the handler.
   */
  settle?(event: Event): Promise<boolean>;
}

/** What a service hears and handles several at a time: events of one store that arrived together. */
export interface BatchSubscription<Prepared = unknown> {
  /** Whose events. */
  service: string;
  /** Events of other types are not delivered. */
  types: readonly string[];
  /** What is to be known before the transaction, such as another service's answer; asked after the events have arrived. */
  prepare(events: readonly Event[], ctx: Context): Promise<Prepared>;
  /** Handles those that were not handled before; committed with the note that they were. */
  handle(unit: Unit, events: readonly Event[], prepared: Prepared, ctx: Context): Promise<void>;
  /** Told after the commit. */
  committed?(): void;
}

/** What a consumer works with. */
export interface ConsumerDeps {
  /** The service that hears: its processes share what there is to do. */
  service: string;
  writer: Writer;
  connect: () => Promise<Nats>;
  logger: Logger;
}

/**
 * Hears the events of one service through a durable consumer: each takes effect once, however often it is delivered. Those of
 * one subject's store are handled one after the other, others side by side. One that fails comes again, later and later.
 */
export class Consumer {
  readonly #deps: ConsumerDeps;
  readonly #work: Work;
  readonly #waiting = new Map<string, JsMsg[]>();
  readonly #running = new Set<Promise<void>>();
  #messages: ConsumerMessages | undefined;
  #listening: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: ConsumerDeps, subscription: Subscription | BatchSubscription) {
    this.#deps = deps;
    this.#work = 'handlers' in subscription ? singly(deps, subscription) : together(deps, subscription);
  }

  start(): void {
    this.#listening = this.#run();
  }

  /** Takes no further events and waits for those that are being handled. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#messages?.close();
    await this.#listening;
    await Promise.all(this.#running);
  }

  /** How many events wait to be handled; undefined when NATS cannot tell. */
  async pending(): Promise<number | undefined> {
    const manager = await (await this.#deps.connect()).manager();
    const info = await manager.consumers
      .info(streamOf(this.#work.service), this.#deps.service)
      .catch(() => undefined);
    return info && info.num_pending + info.num_ack_pending;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        for await (const message of await this.#open()) this.#enqueue(message);
      } catch (err) {
        const { service } = this.#work;
        this.#deps.logger.warn({ reason: (err as Error).message, from: service }, 'events cannot be heard');
      }
      if (!this.#stopped) await sleep(500);
    }
  }

  async #open(): Promise<ConsumerMessages> {
    const { service, types } = this.#work;
    const nats = await this.#deps.connect();
    await nats.provideStream(service);
    const manager = await nats.manager();
    const stream = streamOf(service);
    const config = {
      durable_name: this.#deps.service,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: MAX_IN_FLIGHT * 4,
      filter_subjects: types.map((type) => `commerce.${service}.${type}.*`),
    };
    const present = await manager.consumers.info(stream, this.#deps.service).catch(() => undefined);
    if (present) await manager.consumers.update(stream, this.#deps.service, config);
    else await manager.consumers.add(stream, config);
    const consumer = await nats.jetStream.consumers.get(stream, this.#deps.service);
    // It would wait for ever for a consumer that NATS has lost; ended, it is made anew.
    this.#messages = await consumer.consume({ max_messages: MAX_IN_FLIGHT, abort_on_missing_resource: true });
    if (this.#stopped) await this.#messages.close();
    return this.#messages;
  }

  #enqueue(message: JsMsg): void {
    const store = message.subject.slice(message.subject.lastIndexOf('.') + 1);
    const waiting = this.#waiting.get(store);
    if (waiting) return void waiting.push(message);
    const queue = [message];
    this.#waiting.set(store, queue);
    const done = this.#drain(store, queue);
    this.#running.add(done);
    void done.finally(() => this.#running.delete(done));
  }

  async #drain(store: string, queue: JsMsg[]): Promise<void> {
    while (queue.length > 0) {
      const messages = queue.splice(0, this.#work.limit);
      if (await this.#attempt(messages, messages.length === 1)) continue;
      // One that cannot be handled keeps none of the others back.
      if (messages.length > 1) for (const message of messages) await this.#attempt([message], true);
    }
    this.#waiting.delete(store);
  }

  /** @param last whether those that fail come again later; else the caller tries otherwise */
  async #attempt(messages: JsMsg[], last: boolean): Promise<boolean> {
    const events = messages.map((message) => Event.decode(message.data));
    const [first] = events;
    const startedAt = performance.now();
    const observe = (outcome: string) => {
      const seconds = (performance.now() - startedAt) / 1000;
      for (const { type } of events) handled.observe({ type, outcome }, seconds);
    };
    try {
      const parent = extractTraceFrom((key) => (key === 'traceparent' ? first!.traceparent : undefined));
      await inSpan({ name: first!.type, kind: 'server', ...(parent && { parent }) }, () =>
        this.#work.run(events),
      );
      for (const message of messages) message.ack();
      observe('handled');
      return true;
    } catch (err) {
      if (last) this.#refuse(messages, events, err);
      if (last) observe('failed');
      return false;
    }
  }

  #refuse(messages: JsMsg[], events: Event[], err: unknown): void {
    // Kept for ever: what cannot be handled is a defect, and is told by the metric and the log until it is mended.
    for (const [i, message] of messages.entries()) {
      const { deliveryCount } = message.info;
      const { id, type } = events[i]!;
      this.#deps.logger.error({ err, event_id: id, type, deliveryCount }, 'event not handled');
      message.nak(Math.min(100 * 2 ** deliveryCount, MAX_RETRY_MS));
    }
  }
}

/** What a consumer does with the events of a store. */
interface Work {
  service: string;
  types: readonly string[];
  /** Most events that are handled at once. */
  limit: number;
  run(events: Event[]): Promise<void>;
}

function singly({ writer }: ConsumerDeps, subscription: Subscription): Work {
  const { service, handlers } = subscription;
  return {
    service,
    types: Object.keys(handlers),
    limit: 1,
    async run([event]) {
      const ctx = contextOf(event!);
      if (await subscription.settle?.(event!)) return;
      await writer.change(ctx, async (unit) => {
        const claimed = await inboxInsertMany(unit, [event!.id]);
        if (claimed.size > 0) await handlers[event!.type]!(unit, event!, ctx);
      });
    },
  };
}

function together<P>({ writer }: ConsumerDeps, subscription: BatchSubscription<P>): Work {
  const { service, types } = subscription;
  return {
    service,
    types,
    limit: MAX_BATCH,
    async run(events) {
      // They have several actors: what they cause together is the platform's doing.
      const ctx = { ...contextOf(events[0]!), actor: systemActor };
      const prepared = await subscription.prepare(events, ctx);
      await writer.change(ctx, async (unit) => {
        const claimed = await inboxInsertMany(
          unit,
          events.map(({ id }) => id),
        );
        // An event may be there twice: each copy after the first is one that was handled before.
        const fresh = events.filter(({ id }) => claimed.delete(id));
        if (fresh.length > 0) await subscription.handle(unit, fresh, prepared, ctx);
      });
      subscription.committed?.();
    },
  };
}

/** The context of what an event causes: its actor is the one who acts. */
function contextOf({ storeId, actor, requestId }: Event): Context {
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs: Date.now() + ACK_WAIT_MS };
}
