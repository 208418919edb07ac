import {
  ImportCustomersResponse,
  type ImportCustomersRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { importRows } from '../use-cases/import-rows.ts';
import type { Deps } from '../deps.ts';

/** Maximum number of rows of a call: their locks are short. */
const MAX_ROWS = 100;

export const importCustomers =
  (deps: Deps): Handler<ImportCustomersRequest, ImportCustomersResponse> =>
  (ctx, { rows, checkOnly }) => {
    const errors = new FieldErrors();
    errors.count('rows', rows.length, 1, MAX_ROWS);
    errors.throwIfAny();
    return deps.writer.write(ctx, ImportCustomersResponse, async (unit) => ({
      results: await importRows(unit, deps.stamp, storeOf(ctx), { rows, checkOnly }),
    }));
  };
