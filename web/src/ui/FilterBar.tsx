import { useEffect, useState, type ReactNode } from 'react';
import { CloseButton, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useTexts } from '../lib/texts.ts';
import classes from './ui.module.css';

/** One filter kept in the page's address: its value (empty when it is not set), and how to set it. */
export function useFilter(name: string): [string, (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null || value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [params.get(name) ?? '', set];
}

const WAIT_MS = 250;

/** The search of a list, kept in the address as `q`, and beside it the list's other filters. */
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
  const [kept, keep] = useFilter('q');
  const [text, setText] = useState(kept);
  const keepSoon = useDebouncedCallback(keep, WAIT_MS);
  // The way back in the browser's history changes the address under the field.
  useEffect(() => setText(kept), [kept]);
  const change = (value: string) => {
    setText(value);
    keepSoon(value);
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
