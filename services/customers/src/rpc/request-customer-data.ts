import { randomUUID } from 'node:crypto';
import {
  RequestCustomerDataResponse,
  type RequestCustomerDataRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { emailHash } from '../domain/customer.ts';
import { tellDataRequest } from '../events/publish.ts';
import { CUSTOMERS_AND_CONTACTS, lockPerson } from '../people/lock-person.ts';
import type { Deps } from './deps.ts';

/** Tells every app that somebody wants a copy of what is known of them (contract, section 6, `customers.data_request`). */
export const requestCustomerData =
  ({ writer, clock }: Deps): Handler<RequestCustomerDataRequest, RequestCustomerDataResponse> =>
  (ctx, { id }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, RequestCustomerDataResponse, async (unit) => {
      const person = await lockPerson(unit, storeId, id, CUSTOMERS_AND_CONTACTS);
      const request = { requestId: randomUUID(), requestedAtMs: clock.now() };
      tellDataRequest(unit, id, { emailHash: emailHash(person), ...request });
      return request;
    });
  };
