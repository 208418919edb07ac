import {
  ImportOutcome,
  type Customer,
  type ImportedCustomer,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { enumName } from '@commerce/proto/enum.ts';
import {
  CUSTOMER_COLUMNS,
  EXPORTED_COLUMNS,
  type CustomerColumn,
} from '@commerce/console-api/customer-file.ts';
import type { customerRoutes, ImportedRow } from '@commerce/console-api/routes/customers.ts';
import { BYTE_ORDER_MARK, csvOf } from '@commerce/service-kit/csv.ts';
import { guarded } from '@commerce/texts/formula.ts';
import { fileParts } from '../file-parts.ts';
import type { HandlersOf } from '../handler.ts';

/** Customers per part of an exported file. */
const PART_SIZE = 100;
/** Time for a part, in ms. */
const PART_TIMEOUT_MS = 10_000;
/** Beginning of an exported file. */
const HEADINGS = `${BYTE_ORDER_MARK}${csvOf([EXPORTED_COLUMNS.map((column) => CUSTOMER_COLUMNS[column][0])])}`;

/** Import and export of files of customers. */
export const customerFileHandlers: HandlersOf<Pick<typeof customerRoutes, 'import' | 'export'>> = {
  import: async ({ ctx, services, body: { rows, checkOnly } }) => {
    const request = { rows: rows.map(importedOf), checkOnly };
    const { results } = await services.customers.importCustomers(ctx, request);
    return {
      results: results.map(({ outcome, invalidFields }) => ({
        outcome: enumName(ImportOutcome, outcome),
        invalidFields,
      })),
    };
  },

  export: async ({ ctx, services }) => {
    // A customer who changes during the export may be in it twice.
    const chunks = await fileParts(ctx, PART_TIMEOUT_MS, async (own, pageToken) => {
      const page = await services.customers.listCustomers(own, { limit: PART_SIZE, pageToken, ids: [] });
      const known = page.customers.filter(({ erasedAtMs }) => erasedAtMs === undefined);
      const text = csvOf(known.map(rowOf));
      return {
        chunk: Buffer.from(pageToken.length === 0 ? `${HEADINGS}${text}` : text),
        nextPageToken: page.nextPageToken,
      };
    });
    return { type: 'text/csv; charset=utf-8', name: 'customers.csv', chunks };
  },
};

const importedOf = ({ tags, address, ...fields }: ImportedRow): ImportedCustomer => ({
  fields: { ...fields, shippingAddresses: address === null ? undefined : { addresses: [address] } },
  tags,
});

function rowOf({ name, email, phone, dni = '', tags, shippingAddresses: [address] }: Customer): string[] {
  const cells: Partial<Record<CustomerColumn, string>> = {
    name,
    email,
    phone,
    dni,
    tags: csvOf([tags]).trimEnd(),
    ...address,
  };
  return EXPORTED_COLUMNS.map((column) => guarded(cells[column] ?? ''));
}
