import {
  RemoveCustomerNoteResponse,
  type RemoveCustomerNoteRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { noteDelete } from '../store/note.ts';

export const removeCustomerNote =
  ({ prisma, writer }: Deps): Handler<RemoveCustomerNoteRequest, RemoveCustomerNoteResponse> =>
  (ctx, { customerId, id }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, RemoveCustomerNoteResponse, async () => {
      if (!(await noteDelete(prisma, storeId, { customerId, id }))) throw notFound();
      return {};
    });
  };
