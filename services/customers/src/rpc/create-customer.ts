import {
  CreateCustomerResponse,
  type CreateCustomerRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { asCustomer, newPerson } from '../domain/customer.ts';
import { readFields } from '../domain/given-fields.ts';
import { contactKept, emailTaken, lockEmail, lockEmailHolder } from '../use-cases/email-holder.ts';
import { savePerson } from '../use-cases/save-person.ts';
import type { Deps } from '../deps.ts';

/**
 * `POST /customers` (contract, section 4): creates a customer, or turns the contact with the email into one when the caller may read
 * customers.
 */
export const createCustomer =
  ({ writer, stamp }: Deps): Handler<CreateCustomerRequest, CreateCustomerResponse> =>
  (ctx, request) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, CreateCustomerResponse, async (unit) => {
      const given = readFields(request.fields, 'name');
      await lockEmail(unit, storeId, given.email);
      const holder = await lockEmailHolder(unit, storeId, given.email);
      if (holder?.kind === 'customer') throw emailTaken();
      if (holder !== undefined && request.mayNotRead) throw contactKept();
      const changed = holder
        ? asCustomer(holder, given)
        : newPerson(storeId, newId('cus'), 'customer', given);
      const { customer } = await savePerson(unit, stamp, holder, changed);
      unit.concerns(customer.id);
      return { customer };
    });
  };
