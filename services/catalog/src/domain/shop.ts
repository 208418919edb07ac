import type { OpeningHours, Shop, ShopFields } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Problems } from './problems.ts';
import { line, optionalLine, optionalUrl, paragraphs } from './text.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const MAX_OPENINGS = 28;
const MAX_STREET_NUMBER = 999_999;

/** Writable fields of a shop: all but its id and times. */
export type ShopContent = Omit<Shop, 'id' | 'createdAtMs' | 'updatedAtMs'>;

/** Checks the fields of a shop. */
export function shopContent(problems: Problems, fields: ShopFields): ShopContent {
  const email = line(problems, 'email', fields.email, 254);
  if (email !== '' && !EMAIL.test(email)) problems.add('email', 'Must be an email address.');
  return {
    name: line(problems, 'name', fields.name, 255),
    description: paragraphs(problems, 'description', fields.description, 5_000),
    image: optionalUrl(problems, 'image', fields.image),
    phone: line(problems, 'phone', fields.phone, 64),
    email,
    address: address(problems, fields.address),
    schedule: schedule(problems, fields.schedule),
    isActive: fields.isActive,
  };
}

function address(problems: Problems, given: ShopFields['address']): NonNullable<Shop['address']> {
  const { street = '', streetNumber = 0, crossStreets, city = '', postalCode = '' } = given ?? {};
  if (streetNumber < 0 || streetNumber > MAX_STREET_NUMBER)
    problems.add('address.street_number', `Must be 0 (none) to ${MAX_STREET_NUMBER}.`);
  return {
    street: line(problems, 'address.street', street, 255),
    streetNumber,
    crossStreets: optionalLine(problems, 'address.cross_streets', crossStreets, 255),
    city: line(problems, 'address.city', city, 255),
    postalCode: line(problems, 'address.postal_code', postalCode, 16),
  };
}

function schedule(problems: Problems, given: OpeningHours[]): OpeningHours[] {
  if (!problems.count('schedule', given.length, 0, MAX_OPENINGS)) return given;
  for (const [index, { day, open, close }] of given.entries()) {
    problems.oneOf(`schedule[${index}].day`, day, WEEKDAYS);
    for (const [name, time] of [
      ['open', open],
      ['close', close],
    ] as const)
      if (!TIME.test(time)) problems.add(`schedule[${index}].${name}`, 'Must be a time such as 09:30.');
  }
  return given;
}
