import {
  AddCustomerNoteResponse,
  type AddCustomerNoteRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict } from '@commerce/service-kit/fault.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { MAX_NOTES, noteCount, noteInsert } from '../store/note.ts';
import { CUSTOMERS_AND_CONTACTS, lockLivePerson } from '../use-cases/lock-person.ts';

const MAX_LENGTH = 2_000;

/** Adds a note of the team to a person; only the back office shows it. */
export const addCustomerNote =
  ({ prisma, writer, clock }: Deps): Handler<AddCustomerNoteRequest, AddCustomerNoteResponse> =>
  (ctx, { customerId, text }) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, AddCustomerNoteResponse, async (unit) => {
      const errors = new FieldErrors();
      const content = errors.lines('text', text.trim(), 1, MAX_LENGTH);
      errors.throwIfAny();
      await lockLivePerson(unit, storeId, customerId, CUSTOMERS_AND_CONTACTS);
      if ((await noteCount(prisma, storeId, customerId)) >= MAX_NOTES)
        throw conflict('too_many_notes', `A customer has at most ${MAX_NOTES} notes.`);
      const id = newId('not');
      const createdAt = new Date(clock.now());
      await noteInsert(prisma, storeId, { id, customerId, content, createdAt, createdBy: ctx.actor.id });
      return { id };
    });
  };
