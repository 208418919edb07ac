import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../../../../lib/texts.ts';
import classes from './editor.module.css';

/** Bar at the end of the window while a form has unsaved changes. */
export function SaveBar({
  isShown,
  isPending,
  discard,
}: {
  isShown: boolean;
  isPending: boolean;
  discard: () => void;
}) {
  const t = useTexts('common');
  if (!isShown) return null;
  return (
    <Group
      className={classes['saveBar'] ?? ''}
      justify="space-between"
      wrap="nowrap"
      role="region"
      aria-label={t('saveBar.label')}
    >
      <Text size="sm" fw={600} visibleFrom="xs">
        {t('saveBar.label')}
      </Text>
      <Group gap="sm" ml="auto" wrap="nowrap">
        <Button variant="default" onClick={discard} disabled={isPending}>
          {t('saveBar.discard')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('save')}
        </Button>
      </Group>
    </Group>
  );
}
