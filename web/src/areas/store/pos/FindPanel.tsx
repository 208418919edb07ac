import { useEffect, type RefObject } from 'react';
import { CloseButton, Loader, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconBarcode } from '@tabler/icons-react';
import type { FoundProduct } from '@commerce/console-api/routes/pos.ts';
import { SEARCH_WAIT_MS } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ChooseDialog } from './ChooseDialog.tsx';
import classes from './pos.module.css';
import { Shelves } from './Shelves.tsx';
import type { ItemSearch } from './use-item-search.ts';
import { useScans } from './use-scans.ts';

/** Finds items: a scan (fast typing and Enter) by barcode or SKU, a text by name, or a tap on a tile. */
export function FindPanel({
  store,
  shopId,
  search,
  field,
  text,
  setText,
  capturesKeys,
  mayScan,
}: {
  store: string;
  shopId: string;
  search: ItemSearch;
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
  const { scan, open, choices, laterChoices, choose, problem, clearProblem, isBusy } = search;
  useGlobalTyping(field, capturesKeys && choices.length === 0);
  const change = (value: string) => {
    setText(value);
    clearProblem();
  };
  const enter = (code: string) => {
    if (code === '') return;
    // Cleared immediately: the next scan may follow before the response to this one.
    setText('');
    void scan(code);
  };
  useScans((code) => {
    if (mayScan()) enter(code.trim());
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
        later={laterChoices}
        onClose={() => choose(null)}
        onPick={(item) => {
          choose(item);
          if (laterChoices === 0) field.current?.focus();
        }}
      />
    </section>
  );
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
