import { randomUUID } from 'node:crypto';
import {
  RequestCustomerDataResponse,
  type RequestCustomerDataRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { emailHash } from '../domain/customer.ts';
import { publishDataRequest } from '../events/publish.ts';
import { CUSTOMERS_AND_CONTACTS, lockLivePerson } from '../use-cases/lock-person.ts';
import { dataRequestInsert } from '../store/data-request.ts';
import type { Deps } from '../deps.ts';

/** Records a data request and publishes `customers.data_request` (contract, section 6). */
export const requestCustomerData =
  ({ prisma, writer, clock }: Deps): Handler<RequestCustomerDataRequest, RequestCustomerDataResponse> =>
  (ctx, { id }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, RequestCustomerDataResponse, async (unit) => {
      const person = await lockLivePerson(unit, storeId, id, CUSTOMERS_AND_CONTACTS);
      const request = { requestId: randomUUID(), requestedAtMs: clock.now() };
      await dataRequestInsert(prisma, storeId, id, { ...request, requestedBy: ctx.actor.id });
      publishDataRequest(unit, id, { emailHash: emailHash(person), ...request });
      return request;
    });
  };
