import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';

/** Placeholder while a page loads. */
export function PageSkeleton() {
  const t = useTexts('common');
  return (
    <Stack aria-busy>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton height={30} width={220} />
      <Skeleton height={16} width={320} />
      <Skeleton height={240} mt="md" />
    </Stack>
  );
}
