import { Button, Text } from '@mantine/core';
import { IconCompassOff, IconLock } from '@tabler/icons-react';
import { useRouteError } from 'react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { WayBack } from '../ui/WayBack.tsx';
import { useTexts } from '../lib/texts.ts';
import { CenteredPage } from './CenteredPage.tsx';

/** Page for missing and inaccessible content: indistinguishable by design. */
export function NotFound() {
  const t = useTexts('common');
  return (
    <EmptyState
      icon={<IconCompassOff size={24} />}
      title={t('notFound.title')}
      about={t('notFound.about')}
      action={<WayBack />}
    />
  );
}

/** Page for content that the person's role does not include. */
export function Forbidden() {
  const t = useTexts('common');
  return (
    <EmptyState icon={<IconLock size={24} />} title={t('forbidden.title')} about={t('forbidden.about')} />
  );
}

/** Text for a page that crashed before its texts loaded: in both languages, as the person's is unknown. */
const UNTRANSLATED = {
  title: 'Algo salió mal · Something went wrong',
  about: 'Volvé a cargar la página. Reload the page.',
  reload: 'Recargar · Reload',
};

/** Page for a crash: a bug, or a chunk that could not be fetched after a new version was deployed. */
export function BrokenPage() {
  const t = useTexts('common');
  const error = useRouteError();
  return (
    <CenteredPage title={t('broken.title', { defaultValue: UNTRANSLATED.title })}>
      <Text size="sm" mb="md">
        {t('broken.about', { defaultValue: UNTRANSLATED.about })}
      </Text>
      <Text size="xs" c="dimmed" mb="md">
        {error instanceof Error ? error.message : null}
      </Text>
      <Button onClick={() => window.location.reload()}>
        {t('broken.reload', { defaultValue: UNTRANSLATED.reload })}
      </Button>
    </CenteredPage>
  );
}
