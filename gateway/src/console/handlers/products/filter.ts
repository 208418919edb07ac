import { ProductStatus, ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import {
  SearchProductsRequest,
  type SearchProductsRequest as Search,
} from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { ProductFilter } from '@commerce/console-api/routes/products.ts';
import { requireId } from '../../../edge/ids.ts';

/** Search request of a filter, from the first page. */
export const filterOf = ({ q = '', status, visibility, type, category, brand }: ProductFilter): Search => ({
  ...SearchProductsRequest.decode(new Uint8Array(0)),
  text: q,
  status: status && enumValue(ProductStatus, status),
  visibility: visibility && ProductVisibility[visibility],
  type: type && enumValue(ProductType, type),
  categoryId: requireId('cat', category),
  brandId: requireId('brd', brand),
});
