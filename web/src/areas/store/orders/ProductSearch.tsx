import { useState, type KeyboardEvent } from 'react';
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { FoundProduct, Sellable } from '@commerce/console-api/routes/pos.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { SEARCH_WAIT_MS } from '../../../lib/filter.ts';
import { useRead } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { ChooseDialog } from '../pos/ChooseDialog.tsx';
import { isHighlighted } from '../pos/highlighted.ts';
import { useItemSearch } from '../pos/use-item-search.ts';

/** Search for a product by name, SKU or barcode, then for one of its variants. */
export function ProductSearch({
  store,
  shopId,
  label,
  onPick,
}: {
  store: string;
  shopId: string;
  label: string;
  onPick: (item: Sellable) => void;
}) {
  const t = useTexts('pos');
  const combobox = useCombobox();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS);
  const search = useItemSearch(store, shopId, onPick);
  const hasQuery = q !== '' && shopId !== '';
  const found = useRead(
    posRoutes.search,
    { params: { store }, query: { shop: shopId, q } },
    { enabled: hasQuery },
  );
  const items: FoundProduct[] = hasQuery ? (found.data?.items ?? []) : [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const entered = text.trim();
    // The combobox takes the highlighted option.
    if (isHighlighted(combobox) || entered === '' || shopId === '') return;
    combobox.closeDropdown();
    // Cleared immediately: a scanner may type the next code before the response to this one.
    setText('');
    void search.enter(entered);
  };
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          combobox.closeDropdown();
          setText('');
          void search.open(items.find((item) => item.id === id)!);
        }}
      >
        <Combobox.Target>
          <TextInput
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={100}
            autoComplete="off"
            leftSection={
              found.isFetching || search.isBusy ? <Loader size={16} /> : <IconSearch size={16} aria-hidden />
            }
            onChange={(event) => {
              setText(event.currentTarget.value);
              search.clearProblem();
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onKeyDown={onKeyDown}
            onBlur={() => combobox.closeDropdown()}
            error={search.problem || null}
            errorProps={{ role: 'alert' }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!hasQuery}>
          <Combobox.Options aria-label={t('find.results')}>
            {items.map(({ id, name, sku, priceCentavos, variants }) => (
              <Combobox.Option key={id} value={id}>
                <Group justify="space-between" wrap="nowrap">
                  <span>
                    {name}
                    <Text span size="xs" c="dimmed" display="block">
                      {sku}
                    </Text>
                  </span>
                  {variants > 0 ? (
                    t('find.variants', { count: variants })
                  ) : (
                    <Money centavos={priceCentavos} />
                  )}
                </Group>
              </Combobox.Option>
            ))}
            {items.length === 0 && !found.isFetching ? (
              <Combobox.Empty>{t('find.none')}</Combobox.Empty>
            ) : null}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <ChooseDialog
        choices={search.choices}
        later={search.laterChoices}
        onClose={() => search.choose(null)}
        onPick={search.choose}
      />
    </>
  );
}
