import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Customer, CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { createTestDatabase, type TestDatabase } from '@commerce/service-kit/testing/database.ts';
import { drainOutbox } from '@commerce/service-kit/testing/writer.ts';
import type { CustomerRecord } from '../../src/domain/customer.ts';
import { createCustomer } from '../../src/rpc/create-customer.ts';
import { updateCustomer } from '../../src/rpc/update-customer.ts';
import definition from '../../src/main.ts';
import { customerInsertMany } from '../../src/seed.ts';
import { fieldsOf, T0 } from './customers.ts';
import { serviceOn } from './service.ts';

/** Time of the writes, in ms. */
export const NOW = T0 + 86_400_000;

/** Context of an installation, with an idempotency key if given. */
export const contextOf = (key?: string, body = '', storeId = 'sto_a'): Context => ({
  storeId,
  actor: { kind: Actor_Kind.INSTALLATION, id: 'ins_a', appId: 'app_a' },
  requestId: 'request',
  deadlineMs: deadlineIn(30_000),
  idempotency: key === undefined ? undefined : { key, fingerprint: sha256(body), presentation: '{}' },
});

/** The service's writes on a database of their own. */
export class Writes {
  readonly service: ReturnType<typeof serviceOn>;
  readonly #database: TestDatabase;

  private constructor(database: TestDatabase) {
    this.#database = database;
    this.service = serviceOn(database.db, { now: () => NOW });
  }

  static async open(): Promise<Writes> {
    return new Writes(await createTestDatabase(definition.migrations));
  }

  close = (): Promise<void> => this.#database.drop();

  /** Deletes all rows. */
  clear = async (): Promise<void> => {
    await this.#database.db.pool.query('truncate customer, outbox, store_clock, idempotency_record');
  };

  /** Creates a customer, named Ana by default. */
  create = async (
    fields: Partial<CustomerFields>,
    ctx = contextOf(),
    mayNotRead = false,
  ): Promise<Customer> =>
    (
      await this.service.call(
        createCustomer,
        { fields: fieldsOf({ name: 'Ana', ...fields }), mayNotRead },
        ctx,
      )
    ).customer!;

  update = async (id: string, fields: Partial<CustomerFields>, ctx = contextOf()): Promise<Customer> =>
    (await this.service.call(updateCustomer, { id, fields: fieldsOf(fields) }, ctx)).customer!;

  insert = (...records: CustomerRecord[]): Promise<void> =>
    customerInsertMany(this.#database.db, 'sto_a', records);

  found = (id: string): Promise<Customer[]> => this.service.batch([{ storeId: 'sto_a', id }]);

  /** Events since the last call. */
  events = () => drainOutbox(this.#database.db);

  /** Types and subjects of the events since the last call. */
  publishedTypes = async (): Promise<[string, string][]> =>
    (await this.events()).map(({ type, subjectId }) => [type, subjectId]);
}

/** Rejected fields of a write, with reasons. */
export async function fieldsRefused(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof Fault)) throw new Error(`not refused: ${String(error)}`);
  return error.details.map(({ field, reason }) => `${field}: ${reason}`);
}

/** An address as a caller may write it. */
export const address = {
  street: ' Defensa ',
  streetNumber: '567',
  apartment: '',
  city: 'CABA',
  state: 'CABA',
  postalCode: 'C1065',
  notes: undefined,
};
