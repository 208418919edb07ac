import { useState } from 'react';
import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { daySpans } from '../lib/days.ts';
import { shortDay } from '../lib/format.ts';
import { useTexts } from '../lib/texts.ts';
import classes from './ui.module.css';

/** Days of a list, kept in the URL as `from` and `to`: usual spans, or any. */
export function DaysFilter() {
  const t = useTexts('lists');
  const [opened, setOpened] = useState(false);
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const set = (span: { from: string; to: string }) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(span))
          if (value === '') after.delete(name);
          else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const choose = (span: { from: string; to: string }) => {
    set(span);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          className={`${classes['choice']} ${classes['days']}`}
          data-set={from !== '' || to !== ''}
          justify="space-between"
          leftSection={<IconCalendar size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {useDaysText(from, to)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dates.label')}>
        <Stack gap="xs">
          {Object.entries(daySpans()).map(([name, span]) => (
            <Button
              key={name}
              size="xs"
              justify="flex-start"
              variant={span.from === from && span.to === to ? 'light' : 'subtle'}
              onClick={() => choose(span)}
            >
              {t(`dates.${name}`)}
            </Button>
          ))}
          <Button
            size="xs"
            justify="flex-start"
            variant="subtle"
            color="gray"
            onClick={() => choose({ from: '', to: '' })}
          >
            {t('dates.clear')}
          </Button>
          <Group gap="xs" wrap="nowrap">
            <Day label={t('dates.from')} value={from} max={to} set={(day) => set({ from: day, to })} />
            <Day label={t('dates.to')} value={to} min={from} set={(day) => set({ from, to: day })} />
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Day({
  label,
  value,
  set,
  ...limits
}: {
  label: string;
  value: string;
  set: (day: string) => void;
  min?: string;
  max?: string;
}) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      {...limits}
    />
  );
}

/** The chosen days in a few words. */
function useDaysText(from: string, to: string): string {
  const t = useTexts('lists');
  const spans: [string, { from: string; to: string }][] = Object.entries(daySpans());
  const name = spans.find(([, span]) => span.from === from && span.to === to)?.[0];
  if (name !== undefined) return t(`dates.${name}`);
  if (from !== '' && to !== '') return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`;
  if (from !== '') return t('dates.since', { day: shortDay(from) });
  if (to !== '') return t('dates.until', { day: shortDay(to) });
  return t('dates.label');
}
