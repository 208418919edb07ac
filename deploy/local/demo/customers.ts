import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { companyPatterns, customerTags, familyNames, givenNames } from './data/people.ts';
import { addressNotes, places, type Place } from './data/places.ts';
import { typeIdAt } from './ids.ts';
import { makeStream, type Rng, type Stream } from './random.ts';
import type { CustomerRecord } from './records.ts';
import type { StoreModel } from './store-model.ts';
import { cuit, mobilePhone, randomDigits, slugify } from './text.ts';
import { DAY_MS } from './timeline.ts';

/** A person's identity, independent of any store. */
interface Identity {
  name: string;
  email: string;
  phone: string;
  isCompany: boolean;
  place: Place;
}

/** A prime above the maximum number of people, so that a multiple of the index gives each a unique number. */
const EMAIL_NUMBERS = 100_003;

function emailOf(rng: Rng, name: string, index: number): string {
  const number = (index * 7919 + 101) % EMAIL_NUMBERS;
  const local = slugify(name).replaceAll('-', '.') + number;
  const domain = rng.chance(0.85) ? 'example.com' : 'example.org';
  // Some people type capitals; email lookups ignore case.
  const isCapital = rng.chance(0.03);
  return `${isCapital ? local.charAt(0).toUpperCase() + local.slice(1) : local}@${domain}`;
}

function identityOf(rng: Rng, index: number): Identity {
  const isCompany = rng.chance(0.09);
  const family = rng.chance(0.12)
    ? `${rng.pick(familyNames)} ${rng.pick(familyNames)}`
    : rng.pick(familyNames);
  const name = isCompany
    ? rng.pick(companyPatterns).replace('%', rng.pick(familyNames))
    : `${rng.pick(givenNames)} ${family}`;
  const place = rng.pick(places);
  return {
    name,
    email: emailOf(rng, name, index),
    phone: mobilePhone(rng, place.areaCode),
    isCompany,
    place,
  };
}

/** A postal address in a place. */
export function addressIn(place: Place, rng: Rng): PostalAddress {
  const isFlat = rng.chance(0.35);
  return {
    street: rng.pick(place.streets),
    streetNumber: String(rng.between(80, 4900)),
    apartment: isFlat ? `${rng.between(1, 14)}° ${rng.pick(['A', 'B', 'C', 'D'])}` : undefined,
    city: place.city,
    state: place.state,
    postalCode: place.postalCode,
    notes: rng.chance(0.25) ? rng.pick(addressNotes) : undefined,
  };
}

/** A number in the range of adults' identity documents. */
export function dniNumber(rng: Rng): string {
  return String(rng.between(12_000_000, 46_999_999));
}

type InsideDocument = Pick<CustomerRecord, 'documentType' | 'documentNumber'>;

function documentOf(rng: Rng, isCompany: boolean): InsideDocument {
  if (isCompany) return { documentType: 'CUIT', documentNumber: cuit('30', `7${randomDigits(rng, 7)}`) };
  const dni = dniNumber(rng);
  switch (rng.weighted([78, 14, 5, 3])) {
    case 0:
      return { documentType: 'DNI', documentNumber: dni };
    case 1:
      return { documentType: null, documentNumber: null };
    case 2:
      return { documentType: 'CUIL', documentNumber: cuit(rng.pick(['20', '27']), dni) };
    default:
      return { documentType: 'PASAPORTE', documentNumber: `AA${randomDigits(rng, 7)}` };
  }
}

function tagsOf(rng: Rng): string[] {
  const count = rng.weighted([50, 30, 15, 5]);
  const start = rng.below(customerTags.length);
  return Array.from(
    { length: count },
    (_, at) => customerTags[(start + at * 3) % customerTags.length] as string,
  );
}

/** Customers by index: those first, then the contacts, then the team members. */
export interface Customers {
  /** Total number of customers, contacts and team members. */
  count: number;
  customer: (index: number) => CustomerRecord;
}

interface People {
  model: StoreModel;
  facts: Stream;
  own: Stream;
  shared: Stream;
  ids: Stream;
}

function kindOf(model: StoreModel, index: number): CustomerRecord['kind'] {
  const { customers, contacts } = model.counts;
  if (index < customers) return 'customer';
  return index < customers + contacts ? 'contact' : 'team_member';
}

/** Every fourth person buys at both stores, with the same name, email and phone. */
function identityAt({ own, shared }: People, index: number): Identity {
  return identityOf((index % 4 === 0 ? shared : own)(index), index);
}

function createdAt(model: StoreModel, index: number, rng: Rng): number {
  if (index < model.counts.customers) return model.customerTimes.timeOf(index, rng.float());
  return model.now - rng.between(2, 600) * DAY_MS - rng.below(DAY_MS);
}

/** The team is the store's own people: the owner, the team user, and others. */
function makeMember(people: People, index: number): Identity {
  const { model } = people;
  const identity = identityAt(people, index);
  const { owner, teamUser } = model.record;
  const known = [owner, teamUser][index - model.counts.customers - model.counts.contacts];
  return { ...identity, ...(known && { name: known.name, email: known.email }), isCompany: false };
}

function makeCustomer(people: People, index: number): CustomerRecord {
  const { model } = people;
  const kind = kindOf(model, index);
  const rng = people.facts(index);
  const identity = kind === 'team_member' ? makeMember(people, index) : identityAt(people, index);
  const createdAtMs = createdAt(model, index, rng);
  const facts = documentOf(rng, identity.isCompany);
  const addresses = kind === 'customer' ? rng.weighted([30, 48, 16, 6]) : 0;
  const wanted = createdAtMs + rng.float() ** 2 * (model.now - createdAtMs);
  return {
    storeId: model.record.id,
    kind,
    ...facts,
    customer: {
      id: typeIdAt('cus', createdAtMs, 0, people.ids(index)),
      name: identity.name,
      email: identity.email,
      phone: identity.phone,
      dni: facts.documentType === 'DNI' ? (facts.documentNumber ?? undefined) : undefined,
      customerType: identity.isCompany ? 'company' : 'individual',
      tags: tagsOf(rng),
      shippingAddresses: Array.from({ length: addresses }, (_, at) =>
        addressIn(at === 0 ? identity.place : rng.pick(places), rng),
      ),
      createdAtMs,
      updatedAtMs: model.customerClock.timeOf(index, wanted),
    },
  };
}

/** The people that a store keeps as customers, contacts or team. */
export function makeCustomers(worldSeed: string, model: StoreModel): Customers {
  const { customers, contacts, teamMembers } = model.counts;
  const people: People = {
    model,
    facts: model.stream('customer'),
    own: model.stream('identity'),
    shared: makeStream(worldSeed, 'identity'),
    ids: model.stream('customer-id'),
  };
  return {
    count: customers + contacts + teamMembers,
    customer: (index) => makeCustomer(people, index),
  };
}
