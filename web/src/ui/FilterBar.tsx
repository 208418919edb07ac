import { useEffect, useState, type ReactNode } from 'react';
import { CloseButton, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { SEARCH_WAIT_MS, useFilter } from '../lib/filter.ts';
import { useTexts } from '../lib/texts.ts';
import classes from './ui.module.css';

/** Search of a list, kept in the URL as `q`, with the list's other filters beside it. */
export function FilterBar({ label, children }: { label?: string; children?: ReactNode }) {
  return (
    <Group role="search" gap="sm" mb="md" align="flex-end" className={classes['filters']}>
      {label === undefined ? null : <Search label={label} />}
      {children}
    </Group>
  );
}

function Search({ label }: { label: string }) {
  const t = useTexts('common');
  const [query, setQuery] = useFilter('q');
  const [text, setText] = useState(query);
  const setQueryDebounced = useDebouncedCallback(setQuery, SEARCH_WAIT_MS);
  // Navigating back in the browser changes the URL under the field.
  useEffect(() => setText(query), [query]);
  const change = (value: string) => {
    setText(value);
    setQueryDebounced(value);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === '' ? null : <CloseButton aria-label={t('clear')} onClick={() => change('')} />}
      flex="1 1 16rem"
      maw={420}
    />
  );
}
