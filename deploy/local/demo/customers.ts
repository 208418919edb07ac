import type { CustomerRecord } from '@commerce/customers/seed.ts';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { CustomerType } from '@commerce/proto/commerce/customers/v1/customers.ts';
import {
  accountOf,
  addressNotes,
  companies,
  customerTags,
  familyNames,
  givenNames,
  places,
  type Place,
} from './data.ts';
import { Rng, typeIdAt } from './random.ts';
import { slugify, type StoreModel } from './store.ts';
import { DAY_MS } from './timeline.ts';

/** A prime above the maximum number of people, so that a multiple of the index gives each a unique number. */
const EMAIL_NUMBERS = 100_003;

/** A full name. */
export const personName = (rng: Rng): string => `${rng.pick(givenNames)} ${rng.pick(familyNames)}`;

/** A mobile number of a place: ten digits after +54 9. */
export function phoneIn({ areaCode }: Place, rng: Rng): string {
  return `+54 9 ${areaCode} ${rng.between(4, 6)}${rng.digits(5 - areaCode.length)}-${rng.digits(4)}`;
}

/** A number in the range of adults' identity documents. */
export const dniNumber = (rng: Rng): string => String(rng.between(12_000_000, 46_999_999));

/** A postal address in a place. */
export function addressIn({ city, state, postalCode, streets }: Place, rng: Rng): PostalAddress {
  return {
    street: rng.pick(streets),
    streetNumber: String(rng.between(80, 4900)),
    apartment: rng.chance(0.35) ? `${rng.between(1, 14)}° ${rng.pick(['A', 'B', 'C', 'D'])}` : undefined,
    city,
    state,
    postalCode,
    notes: rng.chance(0.25) ? rng.pick(addressNotes) : undefined,
  };
}

/** A person's identity, independent of any store. */
function identityOf(rng: Rng, index: number) {
  const isCompany = rng.chance(0.09);
  const name = isCompany ? rng.pick(companies).replace('%', rng.pick(familyNames)) : personName(rng);
  const place = rng.pick(places);
  const local = slugify(name).replaceAll('-', '.') + ((index * 7919 + 101) % EMAIL_NUMBERS);
  // Some people type capitals; email lookups ignore case.
  const typed = rng.chance(0.03) ? local.charAt(0).toUpperCase() + local.slice(1) : local;
  const email = `${typed}@${rng.chance(0.85) ? 'example.com' : 'example.org'}`;
  return { isCompany, name, place, email, phone: phoneIn(place, rng) };
}

function documentOf(rng: Rng, isCompany: boolean) {
  const documentType = isCompany ? 'CUIT' : rng.weighted({ DNI: 78, none: 14, CUIL: 5, PASAPORTE: 3 });
  const numbers = {
    CUIT: () => `30-7${rng.digits(7)}-${rng.digits(1)}`,
    CUIL: () => `${rng.pick(['20', '27'])}-${dniNumber(rng)}-${rng.digits(1)}`,
    DNI: () => dniNumber(rng),
    PASAPORTE: () => `AA${rng.digits(7)}`,
  };
  return documentType === 'none'
    ? { documentType: null, documentNumber: null }
    : { documentType, documentNumber: numbers[documentType]() };
}

/** The person at an index. Every fourth person buys at both stores, with the same name, email and phone. */
function personAt({ seed, counts, rng }: StoreModel, worldSeed: string, index: number) {
  const isShared = index % 4 === 0;
  const random = isShared ? new Rng(`${worldSeed}/identity/${index}`) : rng('identity', index);
  const identity = identityOf(random, index);
  const memberAt = index - counts.customers - counts.contacts;
  if (memberAt < 0)
    return { ...identity, kind: memberAt < -counts.contacts ? 'customer' : 'contact' } as const;
  // The team is the store's own people: the owner, the team user, and others.
  const known = [seed.owner, seed.teamUser][memberAt];
  const { name, email } = known === undefined ? identity : accountOf(known);
  return { ...identity, name, email, isCompany: false, kind: 'team_member' } as const;
}

/** The person at an index: the customers first, then the contacts, then the team members. */
export function makeCustomer(model: StoreModel, worldSeed: string, index: number): CustomerRecord {
  const { now, customerTimes } = model;
  const rng = model.rng('customer', index);
  const { kind, isCompany, name, email, phone, place } = personAt(model, worldSeed, index);
  const isCustomer = kind === 'customer';
  const createdAtMs = isCustomer
    ? customerTimes.timeOf(index, rng.float())
    : now - rng.between(2, 600) * DAY_MS - rng.below(DAY_MS);
  const { documentType, documentNumber } = documentOf(rng, isCompany);
  const addresses = isCustomer ? Number(rng.weighted({ 0: 30, 1: 48, 2: 16, 3: 6 })) : 0;
  return {
    storeId: model.storeId,
    kind,
    documentType,
    documentNumber,
    customer: {
      id: typeIdAt('cus', createdAtMs, 0, rng),
      name,
      email,
      phone,
      dni: documentType === 'DNI' ? documentNumber : undefined,
      customerType: isCompany ? CustomerType.COMPANY : CustomerType.INDIVIDUAL,
      tags: rng.some(customerTags, Number(rng.weighted({ 0: 50, 1: 30, 2: 15, 3: 5 }))),
      shippingAddresses: Array.from({ length: addresses }, (_, at) =>
        addressIn(at === 0 ? place : rng.pick(places), rng),
      ),
      createdAtMs,
      updatedAtMs: customerTimes.changedAt(index, createdAtMs + rng.float() ** 2 * (now - createdAtMs)),
    },
  };
}
