import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { reloadRoutes } from '../../../lib/api.ts';
import { ApiError, newKey } from '../../../lib/call.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { send } from '../../../lib/signed-out.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { CartOwner } from './cart.ts';
import { useWaiting } from './use-waiting.ts';
import { isTooOld, loadWaiting, type WaitingSale } from './waiting.ts';

/** Time after which a request without a response counts as lost. */
const TIMEOUT_MS = 10_000;
/** Pause between two attempts to send the waiting sales. */
const RETRY_MS = 5_000;

/** Sale that the buyer has paid. */
export interface CompletedSale extends WaitingSale {
  /** Null until the platform has made it. */
  order: OrderDetail | null;
}

/** Reports whether the outcome stays unknown: no response, another attempt in progress, signed out, or too many requests. */
const isOutcomeUnknown = (error: ApiError): boolean =>
  error.unknownOutcome || needsPerson(error) || error.status === 429 || error.has('idempotency_in_progress');

/** Reports whether a person must act before the next attempt. */
const needsPerson = (error: ApiError): boolean => error.status === 401 || error.has('other_person');

interface Outcomes {
  /** The first attempt starts. */
  onSending: (key: string) => void;
  /** The sale was made. */
  onSold: (sold: CompletedSale) => void;
  /** The sale waits for the network. */
  onWaiting: (sale: CompletedSale) => void;
  /** A waiting sale was made. */
  onSent: (sold: CompletedSale) => void;
  /** The first attempt was refused: the sale was not made, and waits no more. */
  onRefused: (error: ApiError) => void;
}

/**
 * Sends sales. Each has its own key, which the browser keeps with the sale until the outcome is known: repeated clicks,
 * retries after a lost connection, and reloads all make one sale.
 */
export function useSale(owner: CartOwner, { onSending, onSold, onWaiting, onSent, onRefused }: Outcomes) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const client = useQueryClient();
  const { list: all, add, refuse, remove, removeSold, discard, isStored, reload } = useWaiting(owner);
  const [sendingKey, setSendingKey] = useState<string | null>(null);
  const inFlight = useRef(new Set<string>());
  const needsSignIn = useRef(false);
  const isOpen = useIsOpen();

  /** @returns the order, or the error if there is none */
  const attempt = async ({ key, body }: WaitingSale): Promise<OrderDetail | ApiError> => {
    inFlight.current.add(key);
    try {
      const input = { params: { store: owner.store }, body };
      const { order } = await send(posRoutes.sell, input, { key, timeoutMs: TIMEOUT_MS });
      void reloadRoutes(client, [orderRoutes.list]);
      return order;
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0);
      needsSignIn.current = needsPerson(error);
      return error;
    } finally {
      inFlight.current.delete(key);
    }
  };

  const sendNew = async (sale: WaitingSale): Promise<void> => {
    if (inFlight.current.has('new')) return;
    inFlight.current.add('new');
    try {
      if (!add(sale)) return;
      onSending(sale.key);
      setSendingKey(sale.key);
      const outcome = await attempt(sale);
      if (!(outcome instanceof ApiError)) {
        removeSold(sale.key);
        onSold({ ...sale, order: outcome });
      } else if (isOutcomeUnknown(outcome)) onWaiting({ ...sale, order: null });
      // After the page was left, the reason is shown with the sale.
      else if (!isOpen.current) refuse(sale.key, errorText(common, outcome));
      else {
        remove(sale.key);
        onRefused(outcome);
      }
    } finally {
      inFlight.current.delete('new');
      setSendingKey(null);
    }
  };

  const resend = async (): Promise<void> => {
    if (inFlight.current.has('resend')) return;
    inFlight.current.add('resend');
    try {
      reload();
      for (const sale of loadWaiting(owner)) {
        // Another tab may have sent it during the previous attempt.
        if (sale.refusal !== undefined || inFlight.current.has(sale.key) || !isStored(sale.key)) continue;
        if (isTooOld(sale)) {
          refuse(sale.key, t('waiting.tooOld'));
          continue;
        }
        const outcome = await attempt(sale);
        if (!(outcome instanceof ApiError)) {
          removeSold(sale.key);
          notifyDone(t('waiting.sent', { number: outcome.orderNumber }));
          onSent({ ...sale, order: outcome });
        } else if (isOutcomeUnknown(outcome)) break;
        else refuse(sale.key, errorText(common, outcome));
      }
    } finally {
      inFlight.current.delete('resend');
    }
  };

  const isWaiting = all.some(({ key, refusal }) => refusal === undefined && key !== sendingKey);
  useRetries(isWaiting, () => {
    if (!needsSignIn.current) void resend();
  });

  return {
    /** Sends a sale, unless one is being sent. */
    send: (sale: Omit<WaitingSale, 'key' | 'at'>) =>
      void sendNew({ ...sale, key: newKey(), at: new Date().toISOString() }),
    isSending: sendingKey !== null,
    /** Sales whose outcome is unknown, and those refused when they were sent later. */
    waiting: all.filter(({ key }) => key !== sendingKey),
    /** Sends the waiting sales now. */
    resend: () => void resend(),
    discard,
  };
}

/** Reports whether the page is open: a request goes on after it was left. */
function useIsOpen(): React.RefObject<boolean> {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

/** Calls a function now, periodically and when the network is back, while it is needed. */
function useRetries(isNeeded: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const resume = () => retry();
    resume();
    window.addEventListener('online', resume);
    const timer = setInterval(resume, RETRY_MS);
    return () => {
      window.removeEventListener('online', resume);
      clearInterval(timer);
    };
  }, [isNeeded]);
}
