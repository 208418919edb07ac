import { useEffect, useEffectEvent, useState } from 'react';
import { reportInvalidNumbers } from '../../../lib/guard-forms.ts';
import { notifyRefused } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { isOverLimit, type Cart } from './cart.ts';
import type { ItemSearch } from './use-item-search.ts';
import { MAX_WAITING } from './waiting.ts';

/** Step of a payment: it waits for items that are being searched, then for current prices, before its dialog opens. */
type Step = 'closed' | 'searching' | 'pricing' | 'open';

/**
 * Payment of the sale. Its dialog is open only while no search may add an item, so that an item is never added to a
 * sale that is being sent, nor lost after it.
 * @param sale the cart, the maximum discount, and the number of sales that wait for the network
 * @param refresh updates the prices: the buyer pays the current ones
 */
export function usePayment(
  { cart, limitBp, waiting }: { cart: Cart; limitBp: number; waiting: number },
  { isPending, problem }: Pick<ItemSearch, 'isPending' | 'problem'>,
  refresh: () => Promise<void>,
) {
  const t = useTexts('pos');
  const [step, setStep] = useState<Step>('closed');
  const mayPay = () => {
    if (cart.lines.length === 0 || isOverLimit(cart, limitBp)) return false;
    if (reportInvalidNumbers(document)) return false;
    if (waiting < MAX_WAITING) return true;
    notifyRefused(t('waiting.list'), t('waiting.full', { max: MAX_WAITING }));
    return false;
  };
  const price = () => {
    if (!mayPay()) return setStep('closed');
    setStep('pricing');
    void refresh().finally(() => setStep('open'));
  };
  // When an item was not found, the seller decides whether the sale is paid without it.
  const onFound = useEffectEvent(() => (problem === '' ? price() : setStep('closed')));
  useEffect(() => {
    if (step === 'open' && isPending) setStep('searching');
    if (step === 'searching' && !isPending) onFound();
  }, [step, isPending]);
  return {
    /** Starts the payment. */
    pay: () => {
      if (step !== 'closed') return;
      if (isPending) setStep('searching');
      else price();
    },
    isOpen: step === 'open' && !isPending,
    close: () => setStep('closed'),
  };
}
