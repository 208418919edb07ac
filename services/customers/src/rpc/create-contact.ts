import {
  CreateContactResponse,
  type CreateContactRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { newPerson, publicCustomer } from '../domain/customer.ts';
import { readFields } from '../domain/given-fields.ts';
import { lockEmail, lockEmailHolder } from '../use-cases/email-holder.ts';
import { savePerson } from '../use-cases/save-person.ts';
import type { Deps } from '../deps.ts';

/** Creates a contact from an email or a phone number; returns the existing person when the email is known. */
export const createContact =
  ({ writer, stamp }: Deps): Handler<CreateContactRequest, CreateContactResponse> =>
  (ctx, request) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, CreateContactResponse, async (unit) => {
      const given = readFields(request.fields, 'nothing');
      if (!given.email && !given.phone)
        throw invalid('email', 'An email or a phone number is required.', 'missing');
      await lockEmail(unit, storeId, given.email);
      const known = await lockEmailHolder(unit, storeId, given.email);
      unit.concerns(known?.customer.id);
      if (known) return { customer: publicCustomer(known), isContact: known.kind === 'contact' };
      const contact = newPerson(storeId, newId('cus'), 'contact', given);
      const { customer } = await savePerson(unit, stamp, undefined, contact);
      unit.concerns(customer.id);
      return { customer, isContact: true };
    });
  };
