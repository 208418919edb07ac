import { useRef } from 'react';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { call } from '../../../lib/call.ts';
import type { Buyer } from '../pos/BuyerPicker.tsx';
import { DEFAULT_GATEWAY, type NewOrderForm } from './new-order.ts';
import { withBuyer, withoutBuyer, type FilledShipping } from './shipping-buyer.ts';

/** Setter of the buyer of a new order. It fills the shipping with their data, after removing those of the buyer before. */
export function useBuyer(form: NewOrderForm, store: string): (buyer: Buyer | null) => void {
  const filled = useRef<FilledShipping | null>(null);
  const choices = useRef(0);
  const fill = async (buyer: Buyer) => {
    const choice = choices.current;
    const person = await call(customerRoutes.get, { params: { store, customer: buyer.id } });
    // The buyer may have been removed or replaced since.
    if (choice !== choices.current) return;
    const before = form.getValues().shipping;
    filled.current = { before, after: withBuyer(before, person) };
    form.setFieldValue('shipping', filled.current.after);
  };
  return (buyer) => {
    choices.current++;
    const previous = filled.current;
    filled.current = null;
    form.setFieldValue('buyer', buyer);
    if (previous !== null) form.setFieldValue('shipping', (shipping) => withoutBuyer(shipping, previous));
    // Best effort: the fields can also be typed.
    if (buyer !== null) return void fill(buyer).catch(() => undefined);
    // A credit account requires a buyer.
    form.setFieldValue('paymentGateway', (gateway) =>
      gateway === 'credit_account' ? DEFAULT_GATEWAY : gateway,
    );
  };
}
