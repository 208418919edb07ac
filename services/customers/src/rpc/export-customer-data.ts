import type {
  ExportCustomerDataRequest,
  ExportCustomerDataResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { childContext, storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { orderInFile, personInFile } from '../domain/data-file.ts';
import { customerErased } from '../use-cases/lock-person.ts';
import { customerFind } from '../store/customer.ts';
import { dataDownloadInsert, dataRequestList } from '../store/data-request.ts';
import { noteList } from '../store/note.ts';
import type { Deps } from '../deps.ts';

/** Exports the data of a customer in parts, which joined are one JSON document: the person first, then pages of orders. */
export const exportCustomerData =
  ({ prisma, clock, clients }: Deps): Handler<ExportCustomerDataRequest, ExportCustomerDataResponse> =>
  async (ctx, { id, requestId, pageToken }) => {
    const storeId = storeOf(ctx);
    const person = isId('cus', id) ? await customerFind(prisma, storeId, id) : undefined;
    if (person === undefined) throw notFound();
    if (person.customer.erasedAtMs !== undefined) throw customerErased();
    const isFirst = pageToken.length === 0;
    const page = await clients.orders.listBuyerOrders(childContext(ctx), { customerId: id, pageToken });
    let head = page.orders.length > 0 ? ',\n' : '';
    if (isFirst) {
      const download = { customerId: id, requestId };
      if (!(await dataDownloadInsert(prisma, storeId, download, new Date(clock.now()), ctx.actor.id)))
        throw notFound();
      const requests = await dataRequestList(prisma, storeId, id);
      const customer = personInFile(person, requests, await noteList(prisma, storeId, id));
      head = `{\n"generated_at": "${new Date(clock.now()).toISOString()}",\n"customer": ${JSON.stringify(customer, null, 2)},\n"orders": [\n`;
    }
    const orders = page.orders.map((order) => JSON.stringify(orderInFile(order), null, 2)).join(',\n');
    const tail = page.nextPageToken.length === 0 ? '\n]\n}\n' : '';
    return { json: Buffer.from(head + orders + tail), nextPageToken: page.nextPageToken };
  };
