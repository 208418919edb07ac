import { useEffect, useRef, useState, type RefObject } from 'react';
import { CloseButton, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconBarcode } from '@tabler/icons-react';
import type { FoundProduct, Sellable } from '@commerce/console-api/routes/pos.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { SEARCH_WAIT_MS } from '../../../lib/filter.ts';
import { ApiError, call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ChooseDialog } from './ChooseDialog.tsx';
import classes from './pos.module.css';
import { Shelves } from './Shelves.tsx';
import { useScans } from './use-scans.ts';

/** Finds items: a scan (fast typing and Enter) by barcode or SKU, a text by name, or a tap on a tile. */
export function FindPanel({
  store,
  shopId,
  onPick,
  field,
  text,
  setText,
  capturesKeys,
  mayScan,
}: {
  store: string;
  shopId: string;
  onPick: (item: Sellable) => void;
  field: RefObject<HTMLInputElement | null>;
  /** Search text. */
  text: string;
  setText: (text: string) => void;
  /** True when keys typed anywhere on the page go into the search field. */
  capturesKeys: boolean;
  /** Returns true when a scan may be added to the sale. */
  mayScan: () => boolean;
}) {
  const t = useTexts('pos');
  const isNarrow = useMediaQuery('(max-width: 30em)');
  const [debounced] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS);
  const [choices, setChoices] = useState<Sellable[]>([]);
  const { scan, open, pick, problem, setProblem, isBusy } = useItemSearch(store, shopId, onPick, setChoices);
  useGlobalTyping(field, capturesKeys && choices.length === 0);
  const change = (value: string) => {
    setText(value);
    setProblem('');
  };
  const enter = (code: string) => {
    if (code === '') return;
    // Cleared immediately: the next scan may follow before the response to this one.
    setText('');
    void scan(code);
  };
  useScans((code) => {
    if (choices.length === 0 && mayScan()) enter(code.trim());
  });
  const select = (product: FoundProduct) => {
    setText('');
    // On a touch screen, focusing the field would open the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus();
    void open(product);
  };
  return (
    <section className={classes['find']} aria-label={t('find.title')}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          enter(text.trim());
        }}
      >
        <TextInput
          ref={field}
          size="lg"
          aria-label={t('find.label')}
          placeholder={isNarrow ? t('find.short') : t('find.label')}
          value={text}
          maxLength={100}
          autoComplete="off"
          autoFocus
          enterKeyHint="search"
          onChange={(event) => change(event.currentTarget.value)}
          leftSection={isBusy ? <Loader size={18} /> : <IconBarcode size={22} aria-hidden />}
          rightSection={
            text === '' ? null : (
              <CloseButton size="lg" aria-label={t('find.clear')} onClick={() => change('')} />
            )
          }
          error={problem === '' ? null : problem}
          errorProps={{ role: 'alert' }}
        />
      </form>
      <Shelves key={shopId} store={store} shopId={shopId} text={debounced} onTap={select} />
      <ChooseDialog
        choices={choices}
        onClose={() => setChoices([])}
        onPick={(item) => {
          setChoices([]);
          pick(item);
          field.current?.focus();
        }}
      />
    </section>
  );
}

/** Turns scans and taps into items, one after the other; ambiguous codes are left for the seller to choose from. */
function useItemSearch(
  store: string,
  shopId: string,
  onPick: (item: Sellable) => void,
  choose: (items: Sellable[]) => void,
) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const pick = (item: Sellable) => {
    if (item.refusal === null) onPick(item);
    else setProblem(t(`find.refusal.${item.refusal}`, { name: item.name }));
  };
  const known = useRef(new Map<string, { items: Sellable[] }>());
  /** Without the network, the last answer serves; the sale is refused if its prices are outdated. */
  const askOrRecall = (key: string, ask: () => Promise<{ items: Sellable[] }>) =>
    ask().then(
      (answer) => {
        known.current.set(key, answer);
        return answer;
      },
      (error: unknown) => {
        const answer = known.current.get(key);
        if (answer === undefined || !(error instanceof ApiError && error.status === 0)) throw error;
        return answer;
      },
    );
  const find = (key: string, ask: () => Promise<{ items: Sellable[] }>, none: string): Promise<void> => {
    setBusy((n) => n + 1);
    setProblem('');
    const work = last.current.then(async () => {
      const { items } = await askOrRecall(key, ask);
      if (items.length === 1) pick(items[0]!);
      else if (items.length > 1) choose(items);
      else setProblem(none);
    });
    const settled = work
      .catch((error: unknown) => setProblem(errorText(common, error)))
      .finally(() => setBusy((n) => n - 1));
    last.current = settled;
    return settled;
  };
  return {
    scan: (code: string) =>
      find(
        `${shopId} code ${code}`,
        () => call(posRoutes.scan, { params: { store }, query: { shop: shopId, code } }),
        t('find.unknown', { code }),
      ),
    open: (product: FoundProduct) =>
      find(
        `${shopId} product ${product.id}`,
        () => call(posRoutes.product, { params: { store, product: product.id }, query: { shop: shopId } }),
        t('find.unsold', { name: product.name }),
      ),
    pick,
    problem,
    setProblem,
    isBusy: busy > 0,
  };
}

/** Redirects keys typed outside a field into the search: a scanner types wherever the focus is. */
function useGlobalTyping(field: RefObject<HTMLInputElement | null>, capturesKeys: boolean): void {
  useEffect(() => {
    if (!capturesKeys) return undefined;
    const typed = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
      field.current?.focus();
    };
    document.addEventListener('keydown', typed);
    return () => document.removeEventListener('keydown', typed);
  }, [field, capturesKeys]);
}
