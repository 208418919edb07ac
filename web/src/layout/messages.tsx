import { Button, Text } from '@mantine/core';
import { IconCompassOff, IconLock } from '@tabler/icons-react';
import { Link, useRouteError } from 'react-router';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useTexts } from '../lib/texts.ts';
import { CentrePage } from './CentrePage.tsx';

/** There is no such page, or it is not for this person: the two are told alike. */
export function NotFound() {
  const t = useTexts('common');
  return (
    <EmptyState
      icon={<IconCompassOff size={24} />}
      title={t('notFound.title')}
      about={t('notFound.about')}
      action={
        <Button component={Link} to="/" variant="default" mt="sm">
          {t('notFound.home')}
        </Button>
      }
    />
  );
}

/** The person's role does not include the page. */
export function Forbidden() {
  const t = useTexts('common');
  return (
    <EmptyState icon={<IconLock size={24} />} title={t('forbidden.title')} about={t('forbidden.about')} />
  );
}

/** For a page that broke before its texts came: in both languages, as nothing is known of the person. */
const UNTRANSLATED = {
  title: 'Algo falló · Something went wrong',
  about: 'Volvé a cargar la página. Reload the page.',
  reload: 'Recargar · Reload',
};

/** Something in a page broke: an error of ours, or a part of the page that could not be fetched after a new version came. */
export function BrokenPage() {
  const t = useTexts('common');
  const error = useRouteError();
  return (
    <CentrePage title={t('broken.title', { defaultValue: UNTRANSLATED.title })}>
      <Text size="sm" mb="md">
        {t('broken.about', { defaultValue: UNTRANSLATED.about })}
      </Text>
      <Text size="xs" c="dimmed" mb="md">
        {error instanceof Error ? error.message : null}
      </Text>
      <Button onClick={() => window.location.reload()}>
        {t('broken.reload', { defaultValue: UNTRANSLATED.reload })}
      </Button>
    </CentrePage>
  );
}
