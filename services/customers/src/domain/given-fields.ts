import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import type { CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import { NOT_A_DNI, readDni } from '@commerce/texts/dni.ts';
import { NOT_A_PHONE, readPhone } from '@commerce/texts/phone.ts';
import { readEmail, readLines, readText } from './values.ts';

/** What a write gives of a customer, normalised. What is undefined was not given. */
export interface GivenFields {
  name: string | undefined;
  /** Empty: to be taken away. */
  email: string | undefined;
  /** E.164; empty: to be taken away. */
  phone: string | undefined;
  /** Digits only; empty: to be taken away. */
  dni: string | undefined;
  shippingAddresses: PostalAddress[] | undefined;
}

/** Most addresses of a customer. */
const MAX_ADDRESSES = 20;
const NAME_MAX_LENGTH = 200;
/** Longest value of each part of an address; those of `OPTIONAL` may be left out. */
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

type Refuse = (field: string, message: string) => void;

/**
 * Reads what a write gives (contract, section 4, "Write endpoints").
 * @param required whether a customer is made, so that the name may not be missing
 * @throws Fault `invalid_request` with every field that is not good
 */
export function readFields(fields: CustomerFields | undefined, required: 'name' | 'nothing'): GivenFields {
  const details: FaultDetail[] = [];
  const refuse: Refuse = (field, message) => details.push({ reason: 'invalid_value', field, message });
  if (required === 'name' && fields?.name === undefined)
    details.push({ reason: 'missing', field: 'name', message: 'Must be given.' });
  const given = {
    name: readName(fields?.name, refuse),
    email: read(fields?.email, readEmail, () => refuse('email', 'Must be an email address.')),
    phone: read(fields?.phone, readPhone, () => refuse('phone', NOT_A_PHONE)),
    dni: read(fields?.dni, readDni, () => refuse('document.number', NOT_A_DNI)),
    shippingAddresses: fields?.shippingAddresses && readAddresses(fields.shippingAddresses.addresses, refuse),
  };
  if (details.length > 0) throw new Fault('invalid_request', 'The request is not valid.', { details });
  return given;
}

function readName(name: string | undefined, refuse: Refuse): string | undefined {
  const onBad = () =>
    refuse('name', `Must be 1 to ${NAME_MAX_LENGTH} characters that can be seen, in one line.`);
  if (name?.trim() === '') onBad();
  return read(name, (text) => readText(text, NAME_MAX_LENGTH), onBad);
}

/** An empty text is read as one: it takes away what there was. */
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

function readAddresses(addresses: PostalAddress[], refuse: Refuse): PostalAddress[] {
  if (addresses.length > MAX_ADDRESSES) {
    refuse('shipping_addresses', `Must be at most ${MAX_ADDRESSES}.`);
    return [];
  }
  return addresses.map((address, at) => readAddress(address, `shipping_addresses[${at}]`, refuse));
}

function readAddress(address: PostalAddress, path: string, refuse: Refuse): PostalAddress {
  const part = (name: AddressPart): string => {
    const max = ADDRESS_MAX_LENGTHS[name];
    const text = (name === 'notes' ? readLines : readText)(address[name] ?? '', max);
    if (text !== undefined && (text !== '' || OPTIONAL.has(name))) return text;
    refuse(
      `${path}.${API_NAMES[name] ?? name}`,
      `Must be ${OPTIONAL.has(name) ? 0 : 1} to ${max} characters that can be seen.`,
    );
    return '';
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
