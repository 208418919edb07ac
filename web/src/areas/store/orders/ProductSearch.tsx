import { useState } from 'react';
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import type { FoundProduct, Sellable } from '@commerce/console-api/routes/pos.ts';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { SEARCH_WAIT_MS } from '../../../lib/filter.ts';
import { useRead } from '../../../lib/api.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import { ChooseDialog } from '../pos/ChooseDialog.tsx';

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
  const common = useTexts('common');
  const combobox = useCombobox();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS);
  const [choices, setChoices] = useState<Sellable[]>([]);
  const [problem, setProblem] = useState('');
  const hasQuery = q !== '' && shopId !== '';
  const found = useRead(
    posRoutes.search,
    { params: { store }, query: { shop: shopId, q } },
    { enabled: hasQuery },
  );
  const items: FoundProduct[] = hasQuery ? (found.data?.items ?? []) : [];
  const open = async (id: string) => {
    combobox.closeDropdown();
    setText('');
    try {
      const input = { params: { store, product: id }, query: { shop: shopId } };
      const { items: variants } = await call(posRoutes.product, input);
      if (variants.length === 1) onPick(variants[0]!);
      else if (variants.length > 1) setChoices(variants);
      else setProblem(t('find.unsold', { name: items.find((item) => item.id === id)?.name ?? '' }));
    } catch (error) {
      setProblem(errorText(common, error));
    }
  };
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={(id) => void open(id)}>
        <Combobox.Target>
          <TextInput
            aria-label={label}
            placeholder={label}
            value={text}
            maxLength={100}
            autoComplete="off"
            leftSection={found.isFetching ? <Loader size={16} /> : <IconSearch size={16} aria-hidden />}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem('');
              combobox.openDropdown();
              combobox.updateSelectedOptionIndex();
            }}
            onBlur={() => combobox.closeDropdown()}
            error={problem === '' ? null : problem}
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
        choices={choices}
        onClose={() => setChoices([])}
        onPick={(item) => {
          setChoices([]);
          onPick(item);
        }}
      />
    </>
  );
}
