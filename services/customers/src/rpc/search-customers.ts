import type {
  SearchCustomersRequest,
  SearchCustomersResponse,
} from '@commerce/proto/commerce/customers/v1/customers.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { answerPage } from '@commerce/service-kit/db/encoded-rows.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import { readSearchText } from '../domain/search-text.ts';
import { readText } from '../domain/values.ts';
import { customerSearch } from '../store/customer-list.ts';
import type { Deps } from '../deps.ts';

const MAX_TEXT = 100;
/** Later than any stored timestamp, in ms. */
const END_OF_TIME = Date.UTC(9999, 0);

/** Searches customers or contacts, most recently changed first. */
export const searchCustomers =
  ({ db, customerEncoding }: Deps): Handler<SearchCustomersRequest, SearchCustomersResponse> =>
  async (ctx, request) => {
    const limit = pageSize(request.limit);
    const storeId = storeOf(ctx);
    const [updatedAtMs, id] = (decodePosition(request.pageToken) ?? [END_OF_TIME, '']) as [number, string];
    const search = {
      kind: request.erased
        ? ('erased' as const)
        : request.contacts
          ? ('contact' as const)
          : ('customer' as const),
      text: readSearchText(shortText('text', request.text)),
      tag: shortText('tag', request.tag) || undefined,
    };
    const rows = await customerSearch(db, storeId, search, [new Date(updatedAtMs), id], limit + 1);
    return answerPage(storeId, rows, limit, customerEncoding);
  };

function shortText(field: string, text: string): string {
  const read = readText(text, MAX_TEXT);
  if (read === undefined) throw invalid(field, lengthMessage(0, MAX_TEXT));
  return read;
}
