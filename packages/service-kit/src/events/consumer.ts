import { setTimeout as sleep } from 'node:timers/promises';
import { AckPolicy, DeliverPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { systemActor, type Context } from '../context.ts';
import type { Queryable } from '../db/database.ts';
import type { Statement } from '../db/statement.ts';
import type { Logger } from '../logger.ts';
import { durationHistogram } from '../metrics.ts';
import { extractTraceFrom, inSpan } from '../telemetry.ts';
import type { Unit, Writer } from '../write/writer.ts';
import { streamOf, type Nats } from './nats.ts';

/** What a handler does takes no longer than this, or another process tries as well. */
const ACK_WAIT_MS = 30_000;
const MAX_IN_FLIGHT = 64;
const MAX_RETRY_MS = 30_000;

const handled = durationHistogram('event_handling_duration_seconds', 'Time to handle an event.', [
  'type',
  'outcome',
]);

const CLAIM: Statement = {
  name: 'inbox-insert',
  text: 'insert into inbox (event_id) values ($1) on conflict do nothing returning 1',
};

/** Handles an event; its effect is committed with the note that the event was handled. */
export type EventHandler = (unit: Unit, event: Event, ctx: Context) => Promise<void>;

/** What a service hears. */
export interface Subscription {
  /** Whose events. */
  service: string;
  /** Handlers by type; events of other types are not delivered. */
  handlers: Record<string, EventHandler>;
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
  readonly #subscription: Subscription;
  readonly #byStore = new Map<string, Promise<void>>();
  #messages: ConsumerMessages | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: ConsumerDeps, subscription: Subscription) {
    this.#deps = deps;
    this.#subscription = subscription;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Takes no further events and waits for those that are being handled. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#messages?.close();
    await this.#running;
    await Promise.all(this.#byStore.values());
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        for await (const message of await this.#open()) this.#enqueue(message);
      } catch (err) {
        const { service } = this.#subscription;
        this.#deps.logger.warn({ reason: (err as Error).message, from: service }, 'events cannot be heard');
      }
      if (!this.#stopped) await sleep(500);
    }
  }

  async #open(): Promise<ConsumerMessages> {
    const { service } = this.#subscription;
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
      filter_subjects: Object.keys(this.#subscription.handlers).map(
        (type) => `commerce.${service}.${type}.*`,
      ),
    };
    const present = await manager.consumers.info(stream, this.#deps.service).catch(() => undefined);
    if (present) await manager.consumers.update(stream, this.#deps.service, config);
    else await manager.consumers.add(stream, config);
    const consumer = await nats.jetStream.consumers.get(stream, this.#deps.service);
    this.#messages = await consumer.consume({ max_messages: MAX_IN_FLIGHT });
    if (this.#stopped) await this.#messages.close();
    return this.#messages;
  }

  #enqueue(message: JsMsg): void {
    const store = message.subject.slice(message.subject.lastIndexOf('.') + 1);
    const before = this.#byStore.get(store) ?? Promise.resolve();
    const done = before.then(() => this.#handle(message));
    this.#byStore.set(store, done);
    void done.then(() => {
      if (this.#byStore.get(store) === done) this.#byStore.delete(store);
    });
  }

  async #handle(message: JsMsg): Promise<void> {
    const event = Event.decode(message.data);
    const startedAt = performance.now();
    const observe = (outcome: string) =>
      handled.observe({ type: event.type, outcome }, (performance.now() - startedAt) / 1000);
    try {
      const parent = extractTraceFrom((key) => (key === 'traceparent' ? event.traceparent : undefined));
      await inSpan({ name: event.type, kind: 'server', ...(parent && { parent }) }, () => this.#once(event));
      message.ack();
      observe('handled');
    } catch (err) {
      // Kept for ever: what cannot be handled is a defect, and is told by the metric and the log until it is mended.
      const { deliveryCount } = message.info;
      this.#deps.logger.error(
        { err, event_id: event.id, type: event.type, deliveryCount },
        'event not handled',
      );
      message.nak(Math.min(100 * 2 ** deliveryCount, MAX_RETRY_MS));
      observe('failed');
    }
  }

  async #once(event: Event): Promise<void> {
    const ctx = contextOf(event);
    await this.#deps.writer.change(ctx, async (unit) => {
      if (!(await claimEvent(unit, event.id))) return;
      await this.#subscription.handlers[event.type]!(unit, event, ctx);
    });
  }
}

/** Notes that an event is handled by this transaction. @returns false when it was handled before */
async function claimEvent(tx: Queryable, eventId: string): Promise<boolean> {
  return (await tx.rows(CLAIM, [eventId])).length > 0;
}

/** The context of what an event causes: its actor is the one who acts. */
function contextOf({ storeId, actor, requestId }: Event): Context {
  return { storeId, actor: actor ?? systemActor, requestId, deadlineMs: Date.now() + ACK_WAIT_MS };
}
