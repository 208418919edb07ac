import {
  SetCustomerTagsResponse,
  type SetCustomerTagsRequest,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import { MAX_TAGS, readTags } from '../domain/values.ts';
import { CUSTOMERS_AND_CONTACTS, lockLivePerson } from '../use-cases/lock-person.ts';
import { savePerson } from '../use-cases/save-person.ts';
import type { Deps } from '../deps.ts';

/** Replaces the tags of a person; only the back office sets them. */
export const setCustomerTags =
  ({ writer, stamp }: Deps): Handler<SetCustomerTagsRequest, SetCustomerTagsResponse> =>
  (ctx, request) => {
    const storeId = storeOf(ctx);
    return writer.write(ctx, SetCustomerTagsResponse, async (unit) => {
      const tags = readTags(request.tags);
      if (tags === undefined)
        throw invalid('tags', `Must be at most ${MAX_TAGS}, each of 1 to 50 characters.`);
      const before = await lockLivePerson(unit, storeId, request.id, CUSTOMERS_AND_CONTACTS);
      requireVersion(request.expectedVersion, stampVersion(before.customer.updatedAtMs));
      unit.concerns(request.id);
      const changed = { ...before, customer: { ...before.customer, tags } };
      const { customer } = await savePerson(unit, stamp, before, changed);
      return { customer };
    });
  };
