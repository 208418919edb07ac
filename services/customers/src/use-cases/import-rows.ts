import {
  ImportOutcome,
  type ImportCustomersRequest,
  type ImportedCustomer,
  type ImportResult,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Stamp } from '@commerce/service-kit/db/stamp.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { isSame, newPerson, normalizeEmail, type CustomerRecord } from '../domain/customer.ts';
import {
  InvalidRow,
  isSamePerson,
  readRow,
  withRow,
  type ImportedFields,
} from '../domain/imported-customer.ts';
import { customerFindHolders, customerLockMany, emailLockMany, importLock } from '../store/customer.ts';
import { savePeople } from './save-person.ts';

/**
 * Adds customers and completes known ones, in the order of the rows. A person is known by the email, otherwise by phone number and name.
 * The import of a store excludes other imports of it, so that two of the same file add each person once.
 * @returns a result per row; rows with problems change nothing
 */
export async function importRows(
  unit: Unit,
  stamp: Stamp,
  storeId: string,
  { rows, checkOnly }: ImportCustomersRequest,
): Promise<ImportResult[]> {
  const read = rows.map(readOf);
  const valid = read.flatMap((row) => (row instanceof InvalidRow ? [] : [row]));
  const people = new People(storeId, await lockKnown(unit, storeId, valid));
  const results = read.map((row) => (row instanceof InvalidRow ? refusal(row) : people.add(row)));
  if (!checkOnly) await savePeople(unit, stamp, storeId, people.changes());
  return results;
}

function readOf(row: ImportedCustomer): ImportedFields | InvalidRow {
  try {
    return readRow(row);
  } catch (error) {
    if (error instanceof InvalidRow) return error;
    throw error;
  }
}

/** Locks the people that rows may name, and their emails before. */
async function lockKnown(unit: Unit, storeId: string, rows: ImportedFields[]): Promise<CustomerRecord[]> {
  const emails = rows.flatMap(({ email = '' }) => normalizeEmail(email) ?? []);
  const phones = rows.flatMap(({ phone = '', name = '' }) => (phone === '' ? [] : [{ phone, name }]));
  await importLock(unit, storeId);
  await emailLockMany(unit, storeId, emails);
  const ids = await customerFindHolders(unit, storeId, { emails, phones });
  return customerLockMany(unit, storeId, ids);
}

const refusal = ({ fields }: InvalidRow): ImportResult => ({
  outcome: ImportOutcome.REFUSED,
  invalidFields: fields,
});

/** A person before and after the rows. */
interface Change {
  before: CustomerRecord | undefined;
  after: CustomerRecord;
}

/** The people of a part of an import, as its rows change them. */
class People {
  readonly #storeId: string;
  /** The first with a phone number is the one found. */
  readonly #people: Change[] = [];
  /** The first with each normalized email. */
  readonly #byEmail = new Map<string, Change>();

  constructor(storeId: string, known: CustomerRecord[]) {
    this.#storeId = storeId;
    for (const before of known) this.#keep({ before, after: before });
  }

  /** Applies a row. */
  add(row: ImportedFields): ImportResult {
    const known = this.#find(row);
    const before = known?.after ?? newPerson(this.#storeId, newId('cus'), 'contact', NOTHING);
    let after: CustomerRecord;
    try {
      after = withRow(before, row);
    } catch (error) {
      if (error instanceof InvalidRow) return refusal(error);
      throw error;
    }
    if (known === undefined) this.#keep({ before: undefined, after });
    else {
      known.after = after;
      this.#index(known);
    }
    return { outcome: outcomeOf(known?.before, before, after), invalidFields: [] };
  }

  #find(row: ImportedFields) {
    const holder = this.#byEmail.get(normalizeEmail(row.email ?? '') ?? '');
    return holder ?? this.#people.find(({ after }) => row.phone && isSamePerson(after, row));
  }

  #keep(person: Change): void {
    this.#people.push(person);
    this.#index(person);
  }

  #index(person: Change): void {
    const email = normalizeEmail(person.after.customer.email);
    if (email !== undefined && !this.#byEmail.has(email)) this.#byEmail.set(email, person);
  }

  changes(): Change[] {
    return this.#people.filter(({ before, after }) => before === undefined || !isSame(before, after));
  }
}

const NOTHING = {
  name: undefined,
  email: undefined,
  phone: undefined,
  dni: undefined,
  shippingAddresses: undefined,
};

function outcomeOf(
  stored: CustomerRecord | undefined,
  before: CustomerRecord,
  after: CustomerRecord,
): ImportOutcome {
  if (before.kind === 'contact') return stored === undefined ? ImportOutcome.CREATED : ImportOutcome.UPDATED;
  return isSame(before, after) ? ImportOutcome.UNCHANGED : ImportOutcome.UPDATED;
}
