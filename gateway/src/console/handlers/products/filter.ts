import {
  SearchProductsRequest,
  type SearchProductsRequest as Search,
} from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import { requireId } from '../../../edge/ids.ts';

/** Filters of a product list, as in its query. */
interface Filter {
  q?: string | undefined;
  status?: string | undefined;
  visibility?: string | undefined;
  type?: string | undefined;
  category?: string | undefined;
  brand?: string | undefined;
}

/** Search request of a filter, from the first page. */
export const filterOf = ({ q = '', status, visibility, type, category, brand }: Filter): Search => ({
  ...SearchProductsRequest.decode(new Uint8Array(0)),
  text: q,
  status,
  visibility,
  type,
  categoryId: requireId('cat', category),
  brandId: requireId('brd', brand),
});
