import {
  PromoteContactResponse,
  type PromoteContactRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { CUSTOMERS_AND_CONTACTS, lockLivePerson } from '../use-cases/lock-person.ts';
import { savePerson } from '../use-cases/save-person.ts';
import type { Deps } from '../deps.ts';

/** Turns a contact into a customer. */
export const promoteContact =
  ({ writer, stamp }: Deps): Handler<PromoteContactRequest, PromoteContactResponse> =>
  (ctx, { id }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, PromoteContactResponse, async (unit) => {
      const before = await lockLivePerson(unit, storeId, id, CUSTOMERS_AND_CONTACTS);
      unit.concerns(id);
      const { customer } = await savePerson(unit, stamp, before, { ...before, kind: 'customer' });
      return { customer };
    });
  };
