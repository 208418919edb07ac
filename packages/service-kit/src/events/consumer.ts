import { bulkhead, type BulkheadPolicy } from 'cockatiel';
import type { Database } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { Writer } from '../write/writer.ts';
import { streamOf, type Nats } from './nats.ts';
import type { ParkedEvents } from './parked-events.ts';
import { PartitionConsumer } from './partition-consumer.ts';
import { partitionNumbers, type PartitionedWork } from './partitions.ts';
import { consumerOf } from './permissions.ts';
import type { BatchSubscription, Subscription } from './subscription.ts';
import { workOf, type Work } from './work.ts';

export interface ConsumerDeps {
  /** The consuming service; its processes share the events. */
  service: string;
  db: Database;
  writer: Writer;
  /** Parks events that fail repeatedly, and replays them with the handlers of the subscription. */
  parked: ParkedEvents;
  connect: () => Promise<Nats>;
  /** Shared by the consumers of a process: how many batches they handle at once. */
  turns: BulkheadPolicy;
  logger: Logger;
  /** Pauses after the failed attempts of an event, in ms; for tests. */
  parkBackoffMs?: readonly number[];
}

/**
 * Turns of the handlers of a process: fewer than its connections, so that calls find one, and none waits in a long queue, while many
 * stores have events.
 */
export const handlerTurns = (poolSize: number): BulkheadPolicy =>
  bulkhead(Math.max(1, poolSize - 2), Infinity);

/**
 * Consumer of the events of one service: each event takes effect once, however often it is delivered. Each process
 * consumes its partitions.
 */
export class Consumer implements PartitionedWork {
  readonly #deps: ConsumerDeps;
  readonly #work: Work;
  readonly #consuming = new Map<number, PartitionConsumer>();
  #isStopped = false;

  constructor(deps: ConsumerDeps, subscription: Subscription | BatchSubscription) {
    this.#deps = deps;
    this.#work = workOf(deps.writer, subscription);
    deps.parked.register(this.#work);
  }

  async assign(given: readonly number[]): Promise<void> {
    const partitions = this.#isStopped ? [] : given;
    const ended = [...this.#consuming].filter(([partition]) => !partitions.includes(partition));
    for (const [partition] of ended) this.#consuming.delete(partition);
    for (const partition of partitions) {
      if (this.#consuming.has(partition)) continue;
      const consumer = new PartitionConsumer(this.#deps, this.#work, partition);
      this.#consuming.set(partition, consumer);
      consumer.start();
    }
    await Promise.all(ended.map(([, consumer]) => consumer.stop()));
  }

  /** Stops consuming and waits for the events that are being handled. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.assign([]);
  }

  /** Number of messages of all partitions that wait to be handled; undefined when NATS does not answer. */
  async pending(): Promise<number | undefined> {
    const { consumers } = await (await this.#deps.connect()).manager();
    const ofPartition = async (partition: number): Promise<number> => {
      const name = consumerOf(this.#deps.service, partition);
      const { num_pending, num_ack_pending } = await consumers.info(streamOf(this.#work.service), name);
      return num_pending + num_ack_pending;
    };
    const pending = await Promise.all(partitionNumbers.map(ofPartition)).catch(() => undefined);
    return pending?.reduce((sum, of) => sum + of, 0);
  }
}
