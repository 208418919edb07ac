import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { Button, Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { posRoutes } from '@commerce/console-api/routes/pos.ts';
import { SEARCH_WAIT_MS } from '../../../lib/filter.ts';
import { useRead } from '../../../lib/api.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { isHighlighted } from './highlighted.ts';

export interface Buyer {
  id: string;
  name: string;
}

/** Optional buyer, searched by name, email, phone or document. */
export function BuyerPicker({
  store,
  buyer,
  onChange,
}: {
  store: string;
  buyer: Buyer | null;
  onChange: (buyer: Buyer | null) => void;
}) {
  const t = useTexts('pos');
  if (buyer !== null)
    return (
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <IconUser size={18} aria-hidden />
          <Text size="sm" fw={600} truncate>
            {buyer.name}
          </Text>
        </Group>
        <Button variant="subtle" size="md" onClick={() => onChange(null)}>
          {t('buyer.remove')}
        </Button>
      </Group>
    );
  return <Search store={store} onPick={onChange} />;
}

function Search({ store, onPick }: { store: string; onPick: (buyer: Buyer) => void }) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS);
  const found = useRead(posRoutes.buyers, { params: { store }, query: { q } }, { enabled: q !== '' });
  const items = q === '' ? [] : (found.data?.items ?? []);
  // Text whose first result is taken once the results arrive; empty for none.
  const [entered, setEntered] = useState('');
  const isFound = entered !== '' && q === entered && found.isSuccess && !found.isPlaceholderData;
  const onFound = useEffectEvent(() => {
    setEntered('');
    const [first] = items;
    if (first === undefined) return;
    combobox.closeDropdown();
    onPick({ id: first.id, name: first.name });
  });
  useEffect(() => {
    if (isFound) onFound();
  }, [isFound]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The combobox takes the highlighted option.
    if (!isHighlighted(combobox)) setEntered(text.trim());
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const picked = items.find((item) => item.id === id);
        if (picked !== undefined) onPick({ id, name: picked.name });
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          size="md"
          aria-label={t('buyer.label')}
          placeholder={t('buyer.label')}
          value={text}
          maxLength={100}
          autoComplete="off"
          leftSection={found.isFetching ? <Loader size={16} /> : <IconUser size={18} aria-hidden />}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setEntered('');
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onKeyDown={onKeyDown}
          onBlur={() => combobox.closeDropdown()}
          error={found.error && q !== '' ? errorText(common, found.error) : null}
          errorProps={{ role: 'alert' }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={q === ''}>
        <Combobox.Options aria-label={t('buyer.results')}>
          {items.map(({ id, name, email, phone }) => (
            <Combobox.Option key={id} value={id}>
              <Text size="sm">{name}</Text>
              <Text size="xs" c="dimmed">
                {[email, phone].filter(Boolean).join(' · ')}
              </Text>
            </Combobox.Option>
          ))}
          {items.length === 0 && !found.isFetching ? (
            <Combobox.Empty>{t('buyer.none')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
