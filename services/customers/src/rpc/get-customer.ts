import type {
  GetCustomerRequest,
  GetCustomerResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { customerGet } from '../store/customer-get.ts';
import type { Deps } from './deps.ts';

/** A customer or contact for the store's own people. */
export const getCustomer =
  ({ db }: Deps): Handler<GetCustomerRequest, GetCustomerResponse> =>
  async (ctx, { id }) => {
    const record = isId('cus', id) ? await customerGet(db, storeOf(ctx), id) : undefined;
    if (record === undefined) throw notFound({ id: 'customer' });
    return { customer: record.customer, isContact: record.kind === 'contact' };
  };
