import {
  EraseCustomerResponse,
  type EraseCustomerRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { emailHash, erased } from '../domain/customer.ts';
import { tellRedact } from '../events/publish.ts';
import { CUSTOMERS_AND_CONTACTS, lockPerson } from '../people/lock-person.ts';
import { savePerson } from '../people/save-person.ts';
import type { Deps } from './deps.ts';

/** Forgets who somebody is, and tells everybody to (contract, section 6, `customers.redact`). */
export const eraseCustomer =
  ({ writer, stamp }: Deps): Handler<EraseCustomerRequest, EraseCustomerResponse> =>
  (ctx, { id }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, EraseCustomerResponse, async (unit) => {
      const before = await lockPerson(unit, storeId, id, CUSTOMERS_AND_CONTACTS);
      // Told first: who is to forget somebody need not read them once more before.
      tellRedact(unit, id, emailHash(before));
      const { customer } = await savePerson(unit, stamp, before, erased(before));
      return { customer };
    });
  };
