import {
  CreateContactResponse,
  type CreateContactRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { newPerson, toldOf } from '../domain/customer.ts';
import { readFields } from '../domain/given-fields.ts';
import { holdEmail, lockEmailHolder } from '../use-cases/email-holder.ts';
import { savePerson } from '../use-cases/save-person.ts';
import type { Deps } from '../deps.ts';

/** Keeps somebody who has left an e-mail or a phone number; whose e-mail is known is answered as they are. */
export const createContact =
  ({ writer, stamp }: Deps): Handler<CreateContactRequest, CreateContactResponse> =>
  (ctx, request) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, CreateContactResponse, async (unit) => {
      const given = readFields(request.fields, 'nothing');
      if (!given.email && !given.phone)
        throw invalid('email', 'An e-mail or a phone number must be given.', 'missing');
      await holdEmail(unit, storeId, given.email);
      const known = await lockEmailHolder(unit, storeId, given.email);
      unit.concerns(known?.customer.id);
      if (known) return { customer: toldOf(known), isContact: known.kind === 'contact' };
      const contact = newPerson(storeId, newId('cus'), 'contact', given);
      const { customer } = await savePerson(unit, stamp, undefined, contact);
      unit.concerns(customer.id);
      return { customer, isContact: true };
    });
  };
