import { createSecretKey } from 'node:crypto';
import { InstallationStatus, type StoreInstallation } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Resources } from '@commerce/public-api/events/event.ts';
import { eventVersions, type EventVersions } from '@commerce/public-api/events/versions.ts';
import { systemActor, systemContext } from '@commerce/service-kit/context.ts';
import { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { workOf, type Work } from '@commerce/service-kit/events/work.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { BulkJobs } from '@commerce/service-kit/jobs/bulk-jobs.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { testWriter } from '@commerce/service-kit/testing/writer.ts';
import type { Subject } from '../../src/clients/resources.ts';
import type { Deps } from '../../src/deps.ts';
import { Sender } from '../../src/use-cases/deliveries/send-attempt.ts';
import { deliverWith } from '../../src/use-cases/deliveries/deliver-batch.ts';
import { Dispatcher } from '../../src/use-cases/deliveries/dispatcher.ts';
import type { LaneLimits } from '../../src/domain/lanes.ts';
import { systemResolve } from '@commerce/service-kit/outbound/resolve-hostname.ts';
import { addressRanges } from '@commerce/service-kit/outbound/public-address.ts';
import { until } from '@commerce/service-kit/testing/until.ts';
import { HOLD_DELIVERIES, RELEASE_DELIVERIES } from '../../src/domain/app-suspension.ts';
import { CANCEL_DELIVERIES } from '../../src/domain/health.ts';
import { REPLAY_RANGE } from '../../src/domain/replay.ts';
import { FanOut, type Prepared } from '../../src/use-cases/fan-out-events.ts';
import { openPartitions } from '../../src/store/partition.ts';
import { cancelDeliveriesJob } from '../../src/jobs/cancel-deliveries.ts';
import { holdDeliveriesJob } from '../../src/jobs/hold-deliveries.ts';
import { releaseDeliveriesJob } from '../../src/jobs/release-deliveries.ts';
import { replayRangeJob } from '../../src/jobs/replay-range.ts';
import { putEndpoint } from '../../src/rpc/put-endpoint.ts';
import definition from '../../src/main.ts';
import { insertFinished, movedColumns } from '../../src/store/finished-delivery.ts';
import { openPrisma } from '../../src/store/prisma.ts';

/** Far in the future, so that no lease has ended by the clock of the database. */
export const T0 = Date.UTC(2099, 10, 3, 12);
export const LEASE_MS = 15_000;
const ctx = systemContext('req_test', Number.MAX_SAFE_INTEGER);

/** A row of the table `delivery`. */
export interface DeliveryRow {
  id: string;
  app_id: string;
  installation_id: string;
  event_id: string;
  type: string;
  state: string;
  attempts: number;
  due_at: Date;
  leased_until: Date | null;
  last_status: number | null;
  last_error: string | null;
}

/** Options of an engine. */
export interface EngineOptions {
  ca?: string;
  timeoutMs?: number;
  limits?: LaneLimits;
  /** Versions of the API; defaults to those of the product. */
  versions?: EventVersions;
}

/**
 * The webhooks service on its own database. The test sets its clock, its randomness and the responses of auth and the
 * owners.
 */
export class Engine {
  nowMs = T0;
  random = 0.5;
  /** False lets every event be handled in a transaction. */
  settles = true;
  /** The installations that auth returns, by store. */
  readonly installed = new Map<string, StoreInstallation[]>();
  /** Calls to auth. */
  installationCalls = 0;
  /** The response of the owners for a subject; empty by default, because it does not exist. */
  fetch: (subject: Subject) => Resources | Error = () => ({});
  /** Calls to the owners. */
  fetchCalls = 0;
  /** The sample that the owners return. */
  sample: Resources = {};
  readonly deps: Deps;
  readonly database: TestDatabase;
  readonly fanOut: FanOut;
  readonly #options: EngineOptions;
  readonly #open: { stop(): Promise<void> }[] = [];
  #dispatchers: Dispatcher[] = [];

  private constructor(database: TestDatabase, options: EngineOptions) {
    this.database = database;
    this.#options = options;
    const { db } = database;
    const clock = { now: () => this.nowMs };
    const partitions = openPartitions(db);
    const logger = createLogger('test', 'silent');
    const wakeDispatcher = (apps: Iterable<string>) =>
      this.#dispatchers.forEach((dispatcher) => dispatcher.wake(apps));
    const listInstallations = async (_ctx: unknown, storeId: string) => {
      this.installationCalls++;
      return this.installed.get(storeId) ?? [];
    };
    const writer = testWriter('webhooks', db, clock);
    const kinds = {
      [REPLAY_RANGE]: replayRangeJob({ clock, partitions }),
      [CANCEL_DELIVERIES]: cancelDeliveriesJob({ clock }),
      [HOLD_DELIVERIES]: holdDeliveriesJob({ clock }),
      [RELEASE_DELIVERIES]: releaseDeliveriesJob({ clock }),
    };
    this.deps = {
      db,
      prisma: openPrisma(db),
      writer,
      clock,
      logger,
      clients: {
        listInstallations,
        findContacts: async () => undefined,
        fetchResources: async (_ctx, _kind, subjects) => {
          this.fetchCalls++;
          return subjects.map((subject) => orThrow(this.fetch(subject)));
        },
        findSample: async () => this.sample,
      },
      secretBox: new SecretBox(new Map([['k1', createSecretKey(Buffer.alloc(32, 7))]])),
      urlPolicy: { allowHttp: false, allowed: addressRanges(['127.0.0.0/8', '::1/128']) },
      versions: options.versions ?? eventVersions,
      partitions,
      jobs: new BulkJobs({ db, writer, clock, logger, kinds }),
      wakeDispatcher,
    };
    this.fanOut = new FanOut(this.deps);
  }

  static async create(options: EngineOptions = {}): Promise<Engine> {
    return new Engine(await createTestDatabase(definition.migrations), options);
  }

  async close(): Promise<void> {
    for (const part of this.#open.toReversed()) await part.stop();
    await this.database.drop();
  }

  /** Starts a dispatcher, as each process has one. */
  startDispatcher(attempt?: Parameters<typeof deliverWith>[0]['attempt']): Dispatcher {
    const { limits = { total: 64, perEndpoint: 8 }, timeoutMs = 20_000, ca } = this.#options;
    const { db, writer, clock, logger, clients, partitions, jobs, secretBox, urlPolicy: policy } = this.deps;
    const sender = new Sender({ policy, resolve: systemResolve, extraCa: ca, timeoutMs });
    const dispatcher = new Dispatcher({
      db,
      clock,
      logger,
      limits,
      leaseMs: LEASE_MS,
      deliver: deliverWith({
        db,
        writer,
        clock,
        random: () => this.random,
        partitions,
        jobs,
        logger,
        secretBox,
        fetchResources: clients.fetchResources,
        versions: this.deps.versions,
        attempt: attempt ?? ((request) => sender.attempt(request)),
      }),
    });
    dispatcher.start();
    this.#dispatchers.push(dispatcher);
    const stop = async (): Promise<void> => {
      this.#dispatchers = this.#dispatchers.filter((other) => other !== dispatcher);
      await dispatcher.stop();
      await sender.close();
    };
    this.#open.push({ stop });
    return dispatcher;
  }

  /** Has the dispatchers look at all installed apps. */
  wake(): void {
    this.deps.wakeDispatcher([...this.installed.values()].flat().map(({ appId }) => appId));
  }

  /** Creates an app with an endpoint, installed on the store. */
  async newApp(
    storeId: string,
    url: string,
    { events = ['product.updated'], scopes = ['read_products'] } = {},
  ): Promise<{ appId: string; installationId: string; secret: string }> {
    const appId = newId('app');
    const response = await putEndpoint(this.deps)(ctx, { appId, url, eventTypes: events });
    const installationId = this.install(storeId, appId, scopes);
    return { appId, installationId, secret: 'secret' in response ? response.secret! : '' };
  }

  /** Adds an installation to those that auth returns. */
  install(storeId: string, appId: string, scopes: string[], suspended = false): string {
    const installationId = newId('ins');
    const installation = {
      storeId,
      installationId,
      appId,
      status: InstallationStatus.INSTALLED,
      scopes,
      suspended,
    };
    this.installed.set(storeId, [...(this.installed.get(storeId) ?? []), installation]);
    return installationId;
  }

  uninstall(storeId: string, installationId: string): void {
    const left = (this.installed.get(storeId) ?? []).filter((one) => one.installationId !== installationId);
    this.installed.set(storeId, left);
  }

  /** Receives events of one store, as the consumer receives those that arrive together. */
  receive(...events: Event[]): Promise<void> {
    return this.#workWith(this.fanOut.prepare).run(events);
  }

  /** As `receive`, with what was prepared before. */
  handle(events: Event[], prepared: Prepared): Promise<void> {
    return this.#workWith(async () => prepared).run(events);
  }

  #workWith(prepare: FanOut['prepare']): Work {
    const { settle, handle, committed } = this.fanOut;
    const subscription = { service: 'any', types: [], prepare, handle, committed };
    return workOf(this.deps.writer, { ...subscription, ...(this.settles && { settle }) });
  }

  async deliveries(where = 'true'): Promise<DeliveryRow[]> {
    return this.query(`select * from delivery_log where ${where} order by created_at, id`);
  }

  /** Ends open deliveries now, without an attempt. */
  async end(state: 'delivered' | 'dead' | 'cancelled', where: string, values: unknown[] = []): Promise<void> {
    await this.query(
      `with removed as (delete from delivery d where ${where} returning ${movedColumns('d')})
       ${insertFinished('removed', `'${state}'`, `'${new Date(this.nowMs).toISOString()}'::timestamptz`)}`,
      values,
    );
  }

  async query<R extends object>(sql: string, values: unknown[] = []): Promise<R[]> {
    return (await this.database.db.pool.query<R>(sql, values)).rows;
  }

  /** Waits until the deliveries satisfy a condition. */
  until(condition: (rows: DeliveryRow[]) => boolean, what: string, where?: string): Promise<DeliveryRow[]> {
    let rows: DeliveryRow[];
    return until(
      async () => {
        rows = await this.deliveries(where);
        return condition(rows) && rows;
      },
      () => `${what}: ${JSON.stringify(rows.slice(0, 3))}`,
    );
  }
}

const orThrow = (found: Resources | Error): Resources => {
  if (found instanceof Error) throw found;
  return found;
};

/** An event as a service publishes it. */
export function newEvent(storeId: string, type = 'product.updated', fields: Partial<Event> = {}): Event {
  return {
    id: newId('evt'),
    type,
    occurredAtMs: T0 - 5,
    storeId,
    actor: systemActor,
    subjectId: newId('prd'),
    requestId: 'req_1',
    traceparent: '',
    payload: Buffer.alloc(0),
    ...fields,
  };
}

/** The actor of an app's installation. */
export const actorOf = (appId: string) => ({ kind: Actor_Kind.INSTALLATION, id: 'ins_x', appId });
