import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import type { CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { NOT_A_DNI, readDni } from '@commerce/texts/dni.ts';
import { NOT_A_PHONE, readPhone } from '@commerce/texts/phone.ts';
import { readEmail } from './values.ts';

/** Fields of a write, normalized; undefined when not given. */
export interface GivenFields {
  name: string | undefined;
  /** Empty removes it. */
  email: string | undefined;
  /** E.164; empty removes it. */
  phone: string | undefined;
  /** Digits only; empty removes it. */
  dni: string | undefined;
  shippingAddresses: PostalAddress[] | undefined;
}

/** Maximum addresses of a customer. */
export const MAX_ADDRESSES = 20;
const NAME_MAX_LENGTH = 200;
/** Maximum length of each part of an address; parts in `OPTIONAL` may be empty. */
const ADDRESS_MAX_LENGTHS = {
  street: 200,
  streetNumber: 20,
  apartment: 50,
  city: 100,
  state: 100,
  postalCode: 20,
  notes: 500,
} as const;
type AddressPart = keyof typeof ADDRESS_MAX_LENGTHS;
const OPTIONAL: ReadonlySet<AddressPart> = new Set(['apartment', 'notes']);
const API_NAMES: Partial<Record<AddressPart, string>> = {
  streetNumber: 'street_number',
  postalCode: 'postal_code',
};

/**
 * Reads and validates the fields of a write (contract, section 4, "Write endpoints").
 * @param required `name` for a new customer
 * @throws Fault `invalid_request` with every invalid field
 */
export function readFields(fields: CustomerFields | undefined, required: 'name' | 'nothing'): GivenFields {
  const errors = new FieldErrors();
  if (required === 'name' && fields?.name === undefined) errors.addMissing('name');
  const given = {
    name:
      fields?.name === undefined ? undefined : errors.line('name', fields.name.trim(), 1, NAME_MAX_LENGTH),
    email: read(fields?.email, readEmail, () => errors.add('email', 'Must be an email address.')),
    phone: read(fields?.phone, readPhone, () => errors.add('phone', NOT_A_PHONE)),
    dni: read(fields?.dni, readDni, () => errors.add('document.number', NOT_A_DNI)),
    shippingAddresses: fields?.shippingAddresses && readAddresses(fields.shippingAddresses.addresses, errors),
  };
  errors.throwIfAny();
  return given;
}

/** Normalizes a string; an empty one stays empty and removes the value. */
function read(
  text: string | undefined,
  normalize: (text: string) => string | undefined,
  onBad: () => void,
): string | undefined {
  if (text === undefined || text.trim() === '') return text?.trim();
  const normalized = normalize(text);
  if (normalized === undefined) onBad();
  return normalized;
}

function readAddresses(addresses: PostalAddress[], errors: FieldErrors): PostalAddress[] {
  if (!errors.count('shipping_addresses', addresses.length, 0, MAX_ADDRESSES)) return [];
  return addresses.map((address, at) => readAddress(address, `shipping_addresses[${at}]`, errors));
}

function readAddress(address: PostalAddress, path: string, errors: FieldErrors): PostalAddress {
  const part = (name: AddressPart): string => {
    const field = `${path}.${API_NAMES[name] ?? name}`;
    const text = (address[name] ?? '').trim();
    const min = OPTIONAL.has(name) ? 0 : 1;
    const max = ADDRESS_MAX_LENGTHS[name];
    return name === 'notes' ? errors.lines(field, text, min, max) : errors.line(field, text, min, max);
  };
  return {
    street: part('street'),
    streetNumber: part('streetNumber'),
    apartment: part('apartment') || undefined,
    city: part('city'),
    state: part('state'),
    postalCode: part('postalCode'),
    notes: part('notes') || undefined,
  };
}
