import type { UseFormReturnType } from '@mantine/form';
import type { PAYMENT_GATEWAYS } from '@commerce/console-api/routes/order-messages.ts';
import type { Buyer } from '../pos/BuyerPicker.tsx';
import { subtotalOf, type OrderDraft } from './draft-lines.ts';
import type { ShippingValues } from './shipping-values.ts';

/** Values of the form of a new order. */
export interface NewOrderValues extends OrderDraft {
  source: 'phone' | 'online' | 'marketplace';
  shopId: string;
  buyer: Buyer | null;
  isShipped: boolean;
  shipping: ShippingValues;
  paymentGateway: (typeof PAYMENT_GATEWAYS)[number];
  discountCentavos: number | null;
}

export type NewOrderForm = UseFormReturnType<NewOrderValues>;

export const DEFAULT_GATEWAY = 'bank_transfer';

/** Total shown to the buyer; never negative. */
export const totalOf = ({ lines, discountCentavos, isShipped, shipping }: NewOrderValues): number =>
  Math.max(subtotalOf(lines) - (discountCentavos ?? 0) + (isShipped ? (shipping.priceCentavos ?? 0) : 0), 0);
