import { Progress as Bar, Stack, Text } from '@mantine/core';
import { number } from '../lib/format.ts';
import { useTexts } from '../lib/texts.ts';

/** Progress bar, with a text for screen readers. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const t = useTexts('common');
  const percent = total === 0 ? 0 : Math.min(100, (done / total) * 100);
  const figures = t('progress', { done: number(done), total: number(total) });
  return (
    <Stack gap={4}>
      <Bar.Root size="lg">
        <Bar.Section value={percent} aria-label={label} aria-valuetext={figures} />
      </Bar.Root>
      <Text size="sm" c="dimmed" role="status">
        {label} {figures}
      </Text>
    </Stack>
  );
}
