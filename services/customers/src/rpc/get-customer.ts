import type {
  Erasure,
  GetCustomerRequest,
  GetCustomerResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { customerFind } from '../store/customer.ts';
import { dataRequestList } from '../store/data-request.ts';
import { erasureFind, type ErasureRecord } from '../store/erasure.ts';
import { noteList } from '../store/note.ts';
import type { Deps } from '../deps.ts';

/** A customer or contact, for the back office. */
export const getCustomer =
  ({ prisma }: Deps): Handler<GetCustomerRequest, GetCustomerResponse> =>
  async (ctx, { id }) => {
    const storeId = storeOf(ctx);
    const record = isId('cus', id) ? await customerFind(prisma, storeId, id) : undefined;
    if (record === undefined) throw notFound({ id: 'customer' });
    const [erasure, dataRequests, notes] = await Promise.all([
      record.customer.erasedAtMs === undefined ? undefined : erasureFind(prisma, storeId, id),
      dataRequestList(prisma, storeId, id),
      noteList(prisma, storeId, id),
    ]);
    const isContact = record.kind === 'contact';
    return {
      customer: record.customer,
      isContact,
      erasure: erasure && stateOf(erasure),
      dataRequests,
      notes,
    };
  };

const stateOf = (erasure: ErasureRecord): Erasure => ({
  requestedAtMs: erasure.requestedAtMs,
  requestedBy: erasure.actor.id,
  ordersDone: erasure.ordersDoneAtMs !== undefined,
  logDone: erasure.logDoneAtMs !== undefined,
  redactedAtMs: erasure.redactedAtMs,
  openOrders: erasure.openOrders,
  completedAtMs: erasure.completedAtMs,
});
