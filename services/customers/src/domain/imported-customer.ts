import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import type { ImportedCustomer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { asCustomer, normalizeEmail, type CustomerRecord } from './customer.ts';
import { readFields, MAX_ADDRESSES, type GivenFields } from './given-fields.ts';
import { MAX_TAGS, readTags } from './values.ts';

/** Fields of a row and its tags, normalized. An empty or absent one changes nothing. */
export interface ImportedFields extends GivenFields {
  tags: string[];
}

/** A row that cannot be imported. */
export class InvalidRow extends Error {
  /** Names of the columns with a problem. */
  readonly fields: string[];

  constructor(fields: string[]) {
    super(`Invalid: ${fields.join(', ')}.`);
    this.fields = [...new Set(fields)];
  }
}

/** Reads a row. @throws InvalidRow */
export function readRow({ fields, tags }: ImportedCustomer): ImportedFields {
  const read = readTags(tags);
  const invalid = read === undefined ? ['tags'] : [];
  try {
    const given = readFields(fields && { ...fields, name: fields.name || undefined }, 'nothing');
    if (!given.email && !given.phone) invalid.push('identity');
    if (invalid.length === 0) return { ...given, tags: read! };
  } catch (error) {
    invalid.push(...columnsOf(error));
  }
  throw new InvalidRow(invalid);
}

/**
 * The person after a row: given values replace those of the person, tags are added, and an address that the person does not have
 * becomes the first.
 * @throws InvalidRow when the name is missing, when a DNI would replace a document of another kind, or when there are too many tags
 *   or addresses
 */
export function withRow(person: CustomerRecord, row: ImportedFields): CustomerRecord {
  const { tags, shippingAddresses } = person.customer;
  const added = (row.shippingAddresses ?? []).filter((one) => !shippingAddresses.some(isSameAddress(one)));
  const after = {
    tags: [...new Set([...tags, ...row.tags])],
    shippingAddresses: added.length === 0 ? shippingAddresses : [...added, ...shippingAddresses],
  };
  const merged = mergedWith(person, { ...row, shippingAddresses: after.shippingAddresses });
  const invalid = [
    ...(merged.customer.name === '' ? ['name'] : []),
    ...(after.tags.length > MAX_TAGS ? ['tags'] : []),
    ...(after.shippingAddresses.length > MAX_ADDRESSES ? ['address'] : []),
  ];
  if (invalid.length > 0) throw new InvalidRow(invalid);
  return { ...merged, customer: { ...merged.customer, tags: after.tags } };
}

function mergedWith(person: CustomerRecord, given: GivenFields): CustomerRecord {
  try {
    return asCustomer(person, given);
  } catch (error) {
    throw new InvalidRow(columnsOf(error));
  }
}

/** Reports whether a person is the one of a row without a known email: the same phone number and name, and no other email. */
export const isSamePerson = ({ customer }: CustomerRecord, { name, phone, email }: ImportedFields): boolean =>
  customer.phone === phone &&
  comparable(customer.name) === comparable(name ?? '') &&
  (customer.email === '' || !email || normalizeEmail(customer.email) === normalizeEmail(email));

const comparable = (text: string): string => text.trim().toLowerCase();

const isSameAddress = (one: PostalAddress) => (other: PostalAddress) =>
  JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));

const partsOf = ({
  street,
  streetNumber,
  apartment = '',
  city,
  state,
  postalCode,
  notes = '',
}: PostalAddress): string[] => [street, streetNumber, apartment, city, state, postalCode, notes];

/** Columns that a refusal names. */
function columnsOf(error: unknown): string[] {
  if (!(error instanceof Fault) || error.details.length === 0) throw error;
  return error.details.map(({ field = '' }) => {
    if (field.startsWith('shipping_addresses')) return 'address';
    return field.startsWith('document') ? 'dni' : field;
  });
}
