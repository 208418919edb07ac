import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { explorerRoutes } from '@commerce/console-api/routes/explorer.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { Explorer } from './Explorer.tsx';

/** Sends requests to the public API on behalf of one of the developer's apps, on one of its test stores. */
export default function ExplorerPage() {
  const t = useTexts('explorer');
  const { developer = '' } = useParams();
  const { data, error, refetch } = useRead(explorerRoutes.explorer, { params: { developer } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} actions={<DocsLink page="portal#api-explorer" />} />
      {data.apps.length > 0 ? (
        <Explorer offered={data} />
      ) : (
        <EmptyState
          icon={<IconTerminal2 />}
          title={t('empty')}
          about={t('emptyAbout')}
          action={
            <Button component={Link} to={`/developers/${developer}/apps/new`}>
              {t('createApp')}
            </Button>
          }
        />
      )}
    </>
  );
}
