import * as z from 'zod';
import type { Customer, ImportOutcome } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';
import { answers, answersFile, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';

/** Maximum number of rows of one call of `import`. */
export const MAX_IMPORT_ROWS = 100;
/** Maximum length of a cell of an imported file. */
export const MAX_CELL_CHARS = 1_000;
/** Maximum number of tags in a cell of an imported file. */
export const MAX_CELL_TAGS = 100;

/** A customer, or a contact: someone who left an email or a phone number and has not bought yet. */
export interface Person extends Json<Customer> {
  isContact: boolean;
}

/** Progress of an erasure; a part that holds no data of the person is done. */
export interface ErasureState {
  requestedAt: string;
  /** Name of the requester; null when they have left the team. */
  requestedBy: string | null;
  areas: { area: 'customer' | 'orders' | 'log'; done: boolean }[];
  /** Publication time of `customers.redact`; null before it. */
  redactedAt: string | null;
  /** Orders that keep their delivery data until they end. */
  openOrders: { id: string; orderNumber: string }[];
  completedAt: string | null;
}

/** Data request, with the last download of its file. */
export interface DataRequestState {
  id: string;
  requestedAt: string;
  requestedBy: string | null;
  downloadedAt: string | null;
  downloadedBy: string | null;
}

/** Note of the team about a person. */
export interface Note {
  id: string;
  text: string;
  createdAt: string;
  /** Null when the author has left the team. */
  createdBy: string | null;
}

/** Figures of a person's orders without a bad end. */
export interface BuyerFigures {
  orders: number;
  totalCentavos: number;
  /** Orders on the customer's account that are not paid. */
  balanceCentavos: number;
  unpaidOrders: number;
  /** Null without an order. */
  last: { id: string; orderNumber: string; createdAt: string } | null;
}

/** Person with their erasure, data requests and notes. */
export interface PersonDetail extends Person {
  /** Null unless the person was erased. */
  erasure: ErasureState | null;
  /** Newest first. */
  dataRequests: DataRequestState[];
  /** Newest first. */
  notes: Note[];
}

/** Order in a person's purchase history. */
export interface CustomerOrder {
  id: string;
  orderNumber: string;
  /** Name of its status in the store's flow. */
  status: string;
  /** open, fulfilled or closed_bad. */
  statusKind: string;
  totalCentavos: number;
  createdAt: string;
}

const address = z.strictObject({
  street: z.string().trim().min(1).max(200),
  streetNumber: z.string().trim().min(1).max(20),
  apartment: z.string().max(50),
  city: z.string().trim().min(1).max(100),
  state: z.string().trim().min(1).max(100),
  postalCode: z.string().trim().min(1).max(20),
  notes: z.string().max(500),
});

/** Cell of an imported file; the service decides which are valid. */
const cell = z.string().max(MAX_CELL_CHARS);

const importedRow = z.strictObject({
  name: cell,
  email: cell,
  phone: cell,
  dni: cell,
  tags: z.array(cell).max(MAX_CELL_TAGS),
  /** Null without an address. */
  address: z
    .strictObject({
      street: cell,
      streetNumber: cell,
      apartment: cell,
      city: cell,
      state: cell,
      postalCode: cell,
      notes: cell,
    })
    .nullable(),
});

/** A row of an imported file. */
export type ImportedRow = z.output<typeof importedRow>;

/** Result of a row of a file. */
export interface ImportedRowResult {
  outcome: EnumName<typeof ImportOutcome>;
  /** Of a refused row: name, email, phone, dni, tags, address, or identity without both email and phone number. */
  invalidFields: string[];
}

/** All writable fields of a person; an empty string means none. */
const fields = {
  name: z.string().trim().max(200),
  email: z.string().max(254),
  phone: z.string().max(40),
  /** DNI number. */
  dni: z.string().max(20),
  shippingAddresses: z.array(address).max(20),
};

const tags = z.array(z.string().trim().min(1).max(50)).max(50);

export type CustomerBody = z.output<ReturnType<typeof z.strictObject<typeof fields>>>;

const ONE = '/console/api/stores/:store/customers/:customer';

export const customerRoutes = {
  /** Customers or contacts, most recently changed first. */
  list: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/customers',
    access: { store: 'seeOrders' },
    query: z.strictObject({
      ...pageQuery,
      /** Erased people are in no other list. */
      kind: z.enum(['customer', 'contact', 'erased']).default('customer'),
      /** Searched in name, email, phone and document. */
      q: z.string().max(100).optional(),
      tag: z.string().max(50).optional(),
    }),
    answer: answers<PageOf<Json<Customer>>>(),
  }),
  get: consoleRoute({
    method: 'GET',
    path: ONE,
    access: { store: 'seeOrders' },
    answer: answers<PersonDetail>(),
  }),
  /** Purchase history of a person, newest first. */
  orders: consoleRoute({
    method: 'GET',
    path: `${ONE}/orders`,
    access: { store: 'seeOrders' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<CustomerOrder>>(),
  }),
  figures: consoleRoute({
    method: 'GET',
    path: `${ONE}/figures`,
    access: { store: 'seeOrders' },
    answer: answers<BuyerFigures>(),
  }),
  /** Adds a note. 409 `too_many_notes`. */
  addNote: consoleRoute({
    method: 'POST',
    path: `${ONE}/notes`,
    access: { store: 'editCustomers' },
    body: z.strictObject({ text: z.string().trim().min(1).max(2_000) }),
    answer: answers<{ id: string }>(),
  }),
  removeNote: consoleRoute({
    method: 'DELETE',
    path: `${ONE}/notes/:note`,
    access: { store: 'editCustomers' },
    answer: answers<Record<never, never>>(),
  }),
  /** Adds a customer or a contact; a contact with the same email becomes the customer. */
  create: consoleRoute({
    method: 'POST',
    path: '/console/api/stores/:store/customers',
    access: { store: 'editCustomers' },
    body: z.strictObject({ ...fields, isContact: z.boolean().default(false) }),
    answer: answers<Person>(),
  }),
  /** Imports rows of a file, or only checks them. A person is known by the email, otherwise by phone number and name; an empty cell changes nothing. */
  import: consoleRoute({
    method: 'POST',
    path: '/console/api/stores/:store/customer-imports',
    access: { store: 'editCustomers' },
    body: z.strictObject({
      rows: z.array(importedRow).min(1).max(MAX_IMPORT_ROWS),
      checkOnly: z.boolean(),
    }),
    answer: answers<{ results: ImportedRowResult[] }>(),
  }),
  /** CSV file with every customer that was not erased, which `import` reads. */
  export: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/customers.csv',
    access: { store: 'privacy' },
    answer: answersFile(),
  }),
  /** Replaces a customer's details. A contact must become a customer first (`promote`). */
  update: consoleRoute({
    method: 'PUT',
    path: ONE,
    access: { store: 'editCustomers' },
    body: z.strictObject({ ...fields, version }),
    answer: answers<Person>(),
  }),
  setTags: consoleRoute({
    method: 'PUT',
    path: `${ONE}/tags`,
    access: { store: 'editCustomers' },
    body: z.strictObject({ tags, version }),
    answer: answers<{ tags: string[] }>(),
  }),
  promote: consoleRoute({
    method: 'POST',
    path: `${ONE}/promote`,
    access: { store: 'editCustomers' },
    answer: answers<Person>(),
  }),
  /** Erases a person permanently, in every service; `get` reports the progress. */
  erase: consoleRoute({
    method: 'POST',
    path: `${ONE}/erase`,
    access: { store: 'privacy' },
    answer: answers<Record<never, never>>(),
  }),
  /** Records that a person requests a copy of their data; apps receive `customers.data_request`. */
  requestData: consoleRoute({
    method: 'POST',
    path: `${ONE}/data-requests`,
    access: { store: 'privacy' },
    answer: answers<{ requestId: string; requestedAt: string }>(),
  }),
  /** File for a data request: JSON with all data that the platform holds about the person. Each download is recorded. */
  dataFile: consoleRoute({
    method: 'GET',
    path: `${ONE}/data-requests/:request/file`,
    access: { store: 'privacy' },
    answer: answersFile(),
  }),
};
