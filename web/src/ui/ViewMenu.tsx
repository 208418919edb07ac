import { Checkbox, Popover, SegmentedControl, Stack, Text, ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { DENSITIES, useDensity } from '../lib/density.ts';
import { useTexts } from '../lib/texts.ts';

/** Columns that a person may show or hide. */
export interface ColumnChoice {
  columns: { key: string; title: string }[];
  shown: readonly string[];
  setShown: (keys: string[]) => void;
}

/** How a list looks: the height of its rows, and its columns. */
export function ViewMenu({ choice }: { choice?: ColumnChoice }) {
  const t = useTexts('lists');
  const [density, setDensity] = useDensity();
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label={t('view.label')} title={t('view.label')}>
          <IconAdjustmentsHorizontal size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('view.label')}>
        <Stack gap="xs">
          <Text size="xs" fw={600} c="dimmed">
            {t('view.density')}
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t('view.density')}
            value={density}
            onChange={(value) => setDensity(value)}
            data={DENSITIES.map((value) => ({ value, label: t(`view.${value}`) }))}
          />
          {choice === undefined ? null : <Columns choice={choice} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Columns({ choice: { columns, shown, setShown } }: { choice: ColumnChoice }) {
  const t = useTexts('lists');
  return (
    <Checkbox.Group label={t('view.columns')} value={[...shown]} onChange={setShown} size="xs">
      <Stack gap={6} mt={4}>
        {columns.map(({ key, title }) => (
          <Checkbox key={key} value={key} label={title} size="xs" />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
