import { stringify } from 'csv-stringify/sync';
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
import type { Context } from '@commerce/service-kit/context.ts';
import { guarded } from '@commerce/texts/formula.ts';
import type { Services } from '../../grpc/services.ts';
import type { HandlersOf } from '../handler.ts';

/** Customers per part of an exported file. */
const PART_SIZE = 100;
/** Time for a part, in ms. */
const PART_TIMEOUT_MS = 10_000;
/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

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

  export: async ({ ctx, services }) => ({
    type: 'text/csv; charset=utf-8',
    name: 'customers.csv',
    chunks: exported(services, ctx),
  }),
};

const importedOf = ({ tags, address, ...fields }: ImportedRow): ImportedCustomer => ({
  fields: { ...fields, shippingAddresses: address === null ? undefined : { addresses: [address] } },
  tags,
});

/** Parts of the file, each requested once the browser has received the previous one. A customer who changes during the export may be in it twice. */
async function* exported({ customers }: Services, ctx: Context): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `${BYTE_ORDER_MARK}${csvOf([EXPORTED_COLUMNS.map((column) => CUSTOMER_COLUMNS[column][0])])}`,
  );
  let pageToken = Buffer.alloc(0);
  do {
    const own = { ...ctx, deadlineMs: Date.now() + PART_TIMEOUT_MS };
    const page = await customers.listCustomers(own, { limit: PART_SIZE, pageToken, ids: [] });
    const known = page.customers.filter(({ erasedAtMs }) => erasedAtMs === undefined);
    yield Buffer.from(csvOf(known.map(rowOf)));
    pageToken = Buffer.from(page.nextPageToken);
  } while (pageToken.length > 0);
}

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

// Cells with line breaks, tabs or semicolons are quoted too; spreadsheets set to Spanish separate cells by semicolons.
const csvOf = (rows: string[][]): string =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ });
