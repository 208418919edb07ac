import { useEffect, useRef, useState } from 'react';
import type { FoundProduct, Sellable } from '@commerce/console-api/routes/pos.ts';
import { ApiError } from '../../../lib/call.ts';
import { notifyRefused } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { findByCode, findByText, findOfProduct, type Found } from './item-lookups.ts';

/** Time after which a search without a response counts as failed. */
const TIMEOUT_MS = 10_000;

/** Search of items by scans and taps. */
export interface ItemSearch {
  /** Finds an item by its barcode or SKU. */
  scan: (code: string) => Promise<void>;
  /** Finds an item by its barcode or SKU, otherwise the first product that a search for the text finds. */
  enter: (text: string) => Promise<void>;
  /** Finds the items of a product. */
  open: (product: FoundProduct) => Promise<void>;
  /** Items of an ambiguous code, for the seller to choose from. */
  choices: Sellable[];
  /** Number of choices that follow this one. */
  laterChoices: number;
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

/** No choice; the same array each time, because a new one counts as the next choice. */
const NO_CHOICES: Sellable[] = [];

/** Turns scans and taps into items, one after the other; ambiguous codes are left for the seller to choose from. */
export function useItemSearch(store: string, shopId: string, onPick: (item: Sellable) => void): ItemSearch {
  const t = useTexts('pos');
  const common = useTexts('common');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(0);
  // Choices of codes that were scanned while the seller was choosing wait for their turn.
  const [queue, setQueue] = useState<Sellable[][]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const recall = useRecall();
  const refuse = useRefuse(queue.length > 0, setProblem);
  const pick = (item: Sellable) => {
    if (item.refusal === null) onPick(item);
    else refuse(t(`find.refusal.${item.refusal}`, { name: item.name }));
  };
  const find = (key: string, ask: (signal: AbortSignal) => Promise<Found>, none: string): Promise<void> => {
    setBusy((n) => n + 1);
    setProblem('');
    const work = last.current.then(async () => {
      const { items } = await recall(`${shopId} ${key}`, ask);
      if (items.length === 1) pick(items[0]!);
      else if (items.length > 1) setQueue((choices) => [...choices, items]);
      else refuse(none);
    });
    const settled = work
      .catch((error: unknown) => refuse(errorText(common, error)))
      .finally(() => setBusy((n) => n - 1));
    last.current = settled;
    return settled;
  };
  return {
    scan: (code) =>
      find(`code ${code}`, (signal) => findByCode(store, shopId, code, signal), t('find.unknown', { code })),
    enter: (text) =>
      find(`text ${text}`, (signal) => findByText(store, shopId, text, signal), t('find.noMatch', { text })),
    open: ({ id, name }) =>
      find(`product ${id}`, (signal) => findOfProduct(store, shopId, id, signal), t('find.unsold', { name })),
    choices: queue[0] ?? NO_CHOICES,
    laterChoices: Math.max(queue.length - 1, 0),
    choose: (item) => {
      setQueue((choices) => choices.slice(1));
      if (item !== null) pick(item);
    },
    problem,
    clearProblem: () => setProblem(''),
    isBusy: busy > 0,
    isPending: busy > 0 || queue.length > 0,
  };
}

/** Reports that a search added no item; while a dialog covers the search field, with a notification as well. */
function useRefuse(isCovered: boolean, setProblem: (problem: string) => void) {
  const t = useTexts('pos');
  // Searches that started before the dialog opened end while it is open.
  const covered = useRef(isCovered);
  useEffect(() => {
    covered.current = isCovered;
  }, [isCovered]);
  return (problem: string) => {
    setProblem(problem);
    if (covered.current) notifyRefused(t('scan.notAdded'), problem);
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
