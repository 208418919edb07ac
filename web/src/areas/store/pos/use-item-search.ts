import { useRef, useState } from 'react';
import { posRoutes, type FoundProduct, type Sellable } from '@commerce/console-api/routes/pos.ts';
import { ApiError, call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Time after which a search without a response counts as failed. */
const TIMEOUT_MS = 10_000;

interface Found {
  items: Sellable[];
}

/** Search of items by scans and taps. */
export interface ItemSearch {
  /** Finds an item by its barcode or SKU. */
  scan: (code: string) => Promise<void>;
  /** Finds the items of a product. */
  open: (product: FoundProduct) => Promise<void>;
  /** Items of an ambiguous code, for the seller to choose from. */
  choices: Sellable[];
  /** Ends the choice; null chooses no item. */
  choose: (item: Sellable | null) => void;
  /** Reason why the last search added no item; empty when it did. */
  problem: string;
  clearProblem: () => void;
  /** True while requests are in progress. */
  isBusy: boolean;
  /** True while an item may still be added. */
  isPending: boolean;
}

/** Turns scans and taps into items, one after the other; ambiguous codes are left for the seller to choose from. */
export function useItemSearch(store: string, shopId: string, onPick: (item: Sellable) => void): ItemSearch {
  const t = useTexts('pos');
  const common = useTexts('common');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(0);
  const [choices, setChoices] = useState<Sellable[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const recall = useRecall();
  const pick = (item: Sellable) => {
    if (item.refusal === null) onPick(item);
    else setProblem(t(`find.refusal.${item.refusal}`, { name: item.name }));
  };
  const find = (key: string, ask: (signal: AbortSignal) => Promise<Found>, none: string): Promise<void> => {
    setBusy((n) => n + 1);
    setProblem('');
    const work = last.current.then(async () => {
      const { items } = await recall(key, ask);
      if (items.length === 1) pick(items[0]!);
      else if (items.length > 1) setChoices(items);
      else setProblem(none);
    });
    const settled = work
      .catch((error: unknown) => setProblem(errorText(common, error)))
      .finally(() => setBusy((n) => n - 1));
    last.current = settled;
    return settled;
  };
  return {
    scan: (code) =>
      find(
        `${shopId} code ${code}`,
        (signal) => call(posRoutes.scan, { params: { store }, query: { shop: shopId, code } }, { signal }),
        t('find.unknown', { code }),
      ),
    open: ({ id, name }) =>
      find(
        `${shopId} product ${id}`,
        (signal) =>
          call(posRoutes.product, { params: { store, product: id }, query: { shop: shopId } }, { signal }),
        t('find.unsold', { name }),
      ),
    choices,
    choose: (item) => {
      setChoices([]);
      if (item !== null) pick(item);
    },
    problem,
    clearProblem: () => setProblem(''),
    isBusy: busy > 0,
    isPending: busy > 0 || choices.length > 0,
  };
}

/** Asks for items. Without the network, the last answer serves; the sale is refused if its prices are outdated. */
function useRecall() {
  const known = useRef(new Map<string, Found>());
  return async (key: string, ask: (signal: AbortSignal) => Promise<Found>): Promise<Found> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await ask(signal);
      known.current.set(key, answer);
      return answer;
    } catch (thrown) {
      const error = signal.aborted ? new ApiError(0) : thrown;
      const answer = known.current.get(key);
      if (answer === undefined || !(error instanceof ApiError && error.status === 0)) throw error;
      return answer;
    }
  };
}
