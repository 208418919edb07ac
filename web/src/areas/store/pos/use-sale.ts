import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { ApiError, newKey } from '../../../lib/call.ts';
import { send } from '../../../lib/signed-out.ts';

export type SaleBody = InputOf<typeof posRoutes.sell>['body'];

/** Sale that was sent and whose outcome is unknown. */
interface Pending {
  key: string;
  body: SaleBody;
  /** Cash that was given back. */
  changeCentavos: number;
}

/** Completed sale. */
export interface CompletedSale {
  order: OrderDetail;
  /** The last one is that of the change. */
  payments: SaleBody['payments'];
  changeCentavos: number;
}

const pendingKey = (store: string) => `pos pending ${store}`;

function loadPending(store: string): Pending | null {
  try {
    return JSON.parse(localStorage.getItem(pendingKey(store)) ?? 'null') as Pending | null;
  } catch {
    return null;
  }
}

/** Reports whether the outcome stays unknown: no response, another attempt in progress, signed out, or too many requests. */
const isOutcomeUnknown = (error: ApiError): boolean =>
  error.unknownOutcome ||
  error.status === 401 ||
  error.status === 429 ||
  error.has('idempotency_in_progress');

/**
 * Sends sales, one at a time. Each has its own key, which the browser keeps until the outcome is known: repeated
 * clicks, retries after a lost connection, and reloads all make one sale.
 */
export function useSale(
  store: string,
  { onSold, onRefused }: { onSold: (sold: CompletedSale) => void; onRefused: (error: ApiError) => void },
) {
  const client = useQueryClient();
  const [pending, setPending] = useState(() => loadPending(store));
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const busy = useRef(false);

  const keep = useCallback(
    (sale: Pending | null) => {
      if (sale === null) localStorage.removeItem(pendingKey(store));
      else localStorage.setItem(pendingKey(store), JSON.stringify(sale));
      setPending(sale);
    },
    [store],
  );

  const attempt = async (sale: Pending): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setError(null);
    try {
      const { order } = await send(posRoutes.sell, { params: { store }, body: sale.body }, { key: sale.key });
      keep(null);
      onSold({ order, payments: sale.body.payments, changeCentavos: sale.changeCentavos });
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === orderRoutes.list.path });
    } catch (thrown) {
      const failure = thrown instanceof ApiError ? thrown : new ApiError(0);
      if (isOutcomeUnknown(failure)) setError(failure);
      else {
        keep(null);
        onRefused(failure);
      }
    } finally {
      busy.current = false;
      setSending(false);
    }
  };

  const retry = () => void (pending && attempt(pending));
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    const resume = () => onOnline();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, []);

  return {
    /** Sends a sale, unless one is open. */
    send: (body: SaleBody, changeCentavos: number) => {
      if (busy.current || pending !== null) return;
      const sale = { key: newKey(), body, changeCentavos };
      keep(sale);
      void attempt(sale);
    },
    retry,
    isSending,
    /** True when a sale was sent and its outcome is unknown. */
    isOpen: pending !== null && !isSending,
    /** Total of the open sale. */
    openCentavos: pending?.body.expectedTotalCentavos ?? 0,
    error,
  };
}
