import { AddOrderNoteResponse, type AddOrderNoteRequest } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { MAX_NOTES, noteOnly } from '../domain/order-change.ts';
import type { Deps } from '../deps.ts';
import { changeOrder } from '../use-cases/change-order.ts';

export const addOrderNote =
  (deps: Deps): Handler<AddOrderNoteRequest, AddOrderNoteResponse> =>
  (ctx, { id, text }) =>
    changeOrder(deps, ctx, AddOrderNoteResponse, id, (record) => {
      const errors = new FieldErrors();
      errors.lines('text', text, 1, MAX_NOTES);
      errors.throwIfAny();
      return noteOnly(record, text);
    });
