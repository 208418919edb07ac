import {
  CreateContactResponse,
  EraseCustomerResponse,
  type EraseCustomerRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf, type Context } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { eraseFromRecords } from '@commerce/service-kit/write/erase.ts';
import { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import { emailHash, erased, type CustomerRecord } from '../domain/customer.ts';
import { advanceErasure, STEP_MS } from '../use-cases/advance-erasure.ts';
import { CUSTOMERS_AND_CONTACTS, lockPerson } from '../use-cases/lock-person.ts';
import { savePerson } from '../use-cases/save-person.ts';
import { erasureInsert } from '../store/erasure.ts';
import type { Deps } from '../deps.ts';

/** How long the first step may hold up the answer, in ms; the job goes on from there. */
const FIRST_STEP_MS = 3_000;

/** Erases the person here and records the erasure, in one transaction; the first step over the other services follows at once. */
export const eraseCustomer =
  (deps: Deps): Handler<EraseCustomerRequest, EraseCustomerResponse> =>
  async (ctx, { id }) => {
    const storeId = storeOf(ctx);
    const answer = await deps.writer.write(ctx, EraseCustomerResponse, async (unit) => {
      const before = await lockPerson(unit, storeId, id, CUSTOMERS_AND_CONTACTS);
      if (before.customer.erasedAtMs !== undefined) return { customer: before.customer };
      const { customer } = await savePerson(unit, deps.stamp, before, erased(before, deps.clock.now()));
      await eraseFromRecords(unit, storeId, id, (response) => {
        // Every answer that holds a person has it in field 1; `is_contact` is field 2 of the only one with more.
        const { isContact } = CreateContactResponse.decode(response);
        return CreateContactResponse.encode({ customer, isContact }).finish();
      });
      await begin(deps, ctx, before);
      return { customer };
    });
    if (answer instanceof StoredAnswer) return answer;
    const deadlineMs = Math.min(ctx.deadlineMs, Date.now() + FIRST_STEP_MS);
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
