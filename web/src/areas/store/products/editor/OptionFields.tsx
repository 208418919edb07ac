import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../../lib/texts.ts';
import { MAX_AXES, MAX_VARIANTS, optionValues, withAxis, withOptionValues, withoutAxis } from './options.ts';
import type { ChangeValues, ProductValues } from './values.ts';

/** Options of a product, from whose values the variants are generated. */
export function OptionFields({
  values: { axes, rows },
  change,
  mayPrice,
  errorOf,
}: {
  values: ProductValues;
  change: ChangeValues;
  /** True when new variants have the amounts of others. */
  mayPrice: boolean;
  /** Problem of the option at a position. */
  errorOf: (position: number) => ReactNode;
}) {
  const t = useTexts('products');
  return (
    <Stack gap="sm">
      {axes.map((axis, at) => (
        // Options have no other identity than their position.
        <Group key={at} align="flex-start" gap="sm">
          <TextInput
            label={t('options.name', { position: at + 1 })}
            placeholder={t('options.namePlaceholder')}
            value={axis}
            maxLength={64}
            flex="1 1 8rem"
            miw={0}
            autoFocus={axis === ''}
            error={errorOf(at)}
            errorProps={{ role: 'alert' }}
            onChange={({ currentTarget: { value } }) =>
              change((now) => ({ ...now, axes: now.axes.with(at, value) }))
            }
          />
          <TagsInput
            label={t('options.values', { position: at + 1 })}
            placeholder={t('options.valuesPlaceholder')}
            value={optionValues(rows, at)}
            onChange={(next) => change((now) => withOptionValues(now, at, next, mayPrice))}
            splitChars={[',', ';', '\n', '\t']}
            maxTags={MAX_VARIANTS}
            maxLength={255}
            flex="3 1 14rem"
            miw={0}
          />
          <ActionIcon
            mt={27}
            variant="subtle"
            color="red"
            aria-label={t('options.remove', { position: at + 1 })}
            onClick={() => change((now) => withoutAxis(now, at))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={axes.length >= MAX_AXES}
          onClick={() => change(withAxis)}
        >
          {t('options.add')}
        </Button>
        <Text size="sm" c="dimmed" flex="1 1 16rem">
          {rows.length >= MAX_VARIANTS ? t('options.tooMany') : t('options.about')}
        </Text>
      </Group>
    </Stack>
  );
}
