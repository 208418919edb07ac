import type {
  AdjustStockRequest,
  AdjustStockResponse,
} from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';

/** `POST /stock/adjustments` (contract, section 4). */
export const adjustStock = ({
  adjustStock: adjust,
}: Deps): Handler<AdjustStockRequest, AdjustStockResponse> => adjust;
