import {
  CreateContactResponse,
  EraseCustomerResponse,
  type EraseCustomerRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { eraseFromRecords } from '@commerce/service-kit/write/erase.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { emailHash, erased, type CustomerRecord } from '../domain/customer.ts';
import { advanceErasure, STEP_MS } from '../use-cases/advance-erasure.ts';
import { CUSTOMERS_AND_CONTACTS, lockPerson } from '../use-cases/lock-person.ts';
import { savePerson } from '../use-cases/save-person.ts';
import { noteDeleteAll } from '../store/note.ts';
import { erasureInsert } from '../store/erasure.ts';
import type { Deps } from '../deps.ts';

/** Maximum delay of the response by the first step, in ms; the job takes the following ones. */
const FIRST_STEP_MS = 3_000;

/** Erases the person here and records the erasure in one transaction, then takes the first step over the other services. */
export const eraseCustomer =
  (deps: Deps): Handler<EraseCustomerRequest, EraseCustomerResponse> =>
  async (ctx, { id }) => {
    const storeId = storeOf(ctx);
    const answer = await deps.writer.write(ctx, EraseCustomerResponse, async (unit) => {
      const before = await lockPerson(unit, storeId, id, CUSTOMERS_AND_CONTACTS);
      if (before.customer.erasedAtMs !== undefined) return { customer: before.customer };
      const { customer } = await savePerson(unit, deps.stamp, before, erased(before, deps.clock.now()));
      await noteDeleteAll(deps.prisma, storeId, id);
      await eraseFromRecords(unit, storeId, id, (response) => {
        // Every response with a person has it in field 1; `is_contact`, field 2, is the only other field.
        const { isContact } = CreateContactResponse.decode(response);
        return CreateContactResponse.encode({ customer, isContact }).finish();
      });
      await begin(deps, ctx, before);
      return { customer };
    });
    if (answer instanceof StoredAnswer) return answer;
    const deadlineMs = Math.min(ctx.deadlineMs, deadlineIn(FIRST_STEP_MS));
    await advanceErasure(deps, storeId, id, deadlineMs);
    return answer;
  };

async function begin({ prisma, clock }: Deps, ctx: Context, person: CustomerRecord): Promise<void> {
  const nowMs = clock.now();
  await erasureInsert(prisma, {
    storeId: person.storeId,
    customerId: person.customer.id,
    requestedAtMs: nowMs,
    actor: ctx.actor,
    requestId: ctx.requestId,
    emailHash: emailHash(person),
    ordersDoneAtMs: undefined,
    logDoneAtMs: undefined,
    openOrders: [],
    redactedAtMs: undefined,
    completedAtMs: undefined,
    nextAtMs: nowMs + STEP_MS,
  });
}
