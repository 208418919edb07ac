import {
  UpdateCustomerResponse,
  type UpdateCustomerRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { withFields } from '../domain/customer.ts';
import { readFields } from '../domain/given-fields.ts';
import { lockEmail, rejectTakenEmail } from '../use-cases/email-holder.ts';
import { CUSTOMERS, lockLivePerson } from '../use-cases/lock-person.ts';
import { savePerson } from '../use-cases/save-person.ts';
import type { Deps } from '../deps.ts';

/** `PATCH /customers/:id` (contract, section 4). */
export const updateCustomer =
  ({ writer, stamp }: Deps): Handler<UpdateCustomerRequest, UpdateCustomerResponse> =>
  (ctx, { id, fields, expectedVersion }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, UpdateCustomerResponse, async (unit) => {
      const given = readFields(fields, 'nothing');
      await lockEmail(unit, storeId, given.email);
      const before = await lockLivePerson(unit, storeId, id, CUSTOMERS);
      requireVersion(expectedVersion, stampVersion(before.customer.updatedAtMs));
      await rejectTakenEmail(unit, before, given.email);
      unit.concerns(id);
      const { customer } = await savePerson(unit, stamp, before, withFields(before, given));
      return { customer };
    });
  };
