import { useState, type ReactNode } from 'react';
import { Button, Fieldset, Group, List, Radio, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ChangedField } from '../lib/compare.ts';
import { dayAndTime } from '../lib/format.ts';
import { useTexts } from '../lib/texts.ts';
import type { Conflict } from '../lib/versioned.ts';
import type { ChangedDialogProps } from './ChangedDialog.tsx';

/** Conflicting fields, each with the value typed here and the value saved by someone else. */
export default function Choices<E, V>({
  conflict,
  versioned,
  label,
  show,
  at,
}: ChangedDialogProps<E, V> & { conflict: Conflict<E, V> }) {
  const t = useTexts('common');
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const { fields } = conflict;
  const conflicting = fields.filter(({ collides }) => collides);
  const others = fields.filter(({ collides }) => !collides);
  const text = (field: string, value: unknown) => show?.(field, value) ?? valueText(t, value);
  const choose = (field: string, choice: string) =>
    setTheirs((before) => [
      ...before.filter((name) => name !== field),
      ...(choice === 'theirs' ? [field] : []),
    ]);
  return (
    <Stack>
      <Text size="sm">
        {t('changed.about')} {at ? t('changed.at', { when: dayAndTime(at(conflict.theirs)) }) : null}
      </Text>
      {conflicting.map((field) => (
        <FieldChoice
          key={field.field}
          label={label(field.field)}
          field={field}
          text={(value) => text(field.field, value)}
          chosen={theirs.includes(field.field) ? 'theirs' : 'mine'}
          choose={(choice) => choose(field.field, choice)}
        />
      ))}
      {others.length === 0 ? null : (
        <div>
          <Text size="sm">{t('changed.kept')}</Text>
          <List size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
            {others.map(({ field, theirs: value }) => (
              <List.Item key={field}>
                <strong>{label(field)}</strong>: {text(field, value)}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={versioned.dismiss}>
          {t('changed.back')}
        </Button>
        <Button variant="default" onClick={versioned.discard}>
          {t('changed.discard')}
        </Button>
        <Button
          onClick={() => versioned.resolve([...theirs, ...others.map(({ field }) => field)])}
          data-autofocus
        >
          {t('changed.save')}
        </Button>
      </Group>
    </Stack>
  );
}

function FieldChoice({
  label,
  field,
  text,
  chosen,
  choose,
}: {
  label: string;
  field: ChangedField;
  text: (value: unknown) => ReactNode;
  chosen: string;
  choose: (choice: string) => void;
}) {
  const t = useTexts('common');
  return (
    <Fieldset legend={label}>
      <Radio.Group value={chosen} onChange={choose} aria-label={label}>
        <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
          <Radio
            value="mine"
            label={t('changed.mine')}
            description={
              <Text span inherit lineClamp={6}>
                {text(field.mine)}
              </Text>
            }
          />
          <Radio
            value="theirs"
            label={t('changed.theirs')}
            description={
              <Text span inherit lineClamp={6}>
                {text(field.theirs)}
              </Text>
            }
          />
        </Stack>
      </Radio.Group>
    </Fieldset>
  );
}

/** A value as text: the parts of an object or a list, separated by commas. */
function valueText(t: TFunction, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return `${value}` || t('changed.empty');
  if (typeof value === 'boolean') return value ? t('changed.yes') : t('changed.no');
  if (typeof value === 'object' && value !== null) {
    const parts = Object.values(value).filter((part) => part !== '' && part !== null && part !== undefined);
    return parts.map((part) => valueText(t, part)).join(', ') || t('changed.empty');
  }
  return t('changed.empty');
}
