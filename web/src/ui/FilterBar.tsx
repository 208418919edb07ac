import { useEffect, useState, type ReactNode } from 'react';
import { Button, CloseButton, Select, TextInput, type ComboboxData } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { SEARCH_WAIT_MS, useFilter } from '../lib/filter.ts';
import { useTexts } from '../lib/texts.ts';
import classes from './ui.module.css';

/** State of a location that the search's field has set. */
const TYPED = 'typed';

/** Class of a custom filter in a `FilterBar`. */
export const filterClass = classes['choice']!;

/** Search of a list, kept in the URL as `q`, with the list's other filters beside it and its tools at the end. */
export function FilterBar({
  label,
  tools,
  children,
}: {
  label?: string;
  tools?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div role="search" className={classes['filters']}>
      {label === undefined ? null : <Search label={label} />}
      {children}
      {tools === undefined ? null : <div className={classes['tools']}>{tools}</div>}
    </div>
  );
}

/** Choice among the values of a filter, kept in the URL. */
export function FilterSelect({
  name,
  label,
  data,
  searchable = false,
  isSort = false,
}: {
  /** Of the URL's parameter. */
  name: string;
  label: string;
  data: ComboboxData;
  searchable?: boolean;
  /** Orders the list instead, among its tools. */
  isSort?: boolean;
}) {
  const t = useTexts('common');
  const [value, set] = useFilter(name);
  return (
    <Select
      className={classes[isSort ? 'sort' : 'choice']}
      data-set={!isSort && value !== ''}
      aria-label={label}
      placeholder={label}
      data={data}
      value={value || null}
      onChange={set}
      searchable={searchable}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  );
}

/** Removes all filters of a list. */
export function ClearFilters() {
  const t = useTexts('lists');
  const [, setParams] = useSearchParams();
  return (
    <Button
      variant="subtle"
      px="xs"
      leftSection={<IconX size={14} aria-hidden />}
      onClick={() => setParams({}, { replace: true })}
    >
      {t('clear')}
    </Button>
  );
}

function Search({ label }: { label: string }) {
  const t = useTexts('common');
  const [query, setQuery] = useFilter('q', TYPED);
  const [text, setText] = useState(query);
  const { key, state } = useLocation();
  const isTyped = useNavigationType() === NavigationType.Replace && state === TYPED;
  const send = useDebouncedCallback(setQuery, SEARCH_WAIT_MS);
  useEffect(() => {
    // The field is ahead of the URL while somebody types. After any other navigation, it follows the URL.
    if (!isTyped && !send.isPending()) setText(query);
  }, [key, query, isTyped, send]);
  const change = (value: string) => {
    setText(value);
    send(value);
  };
  return (
    <TextInput
      type="search"
      className={classes['search']}
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === '' ? null : <CloseButton aria-label={t('clear')} onClick={() => change('')} />}
    />
  );
}
