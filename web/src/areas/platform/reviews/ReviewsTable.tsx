import { IconChecklist } from '@tabler/icons-react';
import type { ReviewView } from '@commerce/console-api/routes/developer.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ReviewStatus } from '../../../ui/review/AppStatus.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';

/** Open or decided reviews. @param base path of a review's page, relative to this one */
export function ReviewsTable({
  state,
  base,
  limit = 50,
}: {
  state: 'open' | 'decided';
  base: string;
  limit?: number;
}) {
  const t = useTexts('platform');
  const reviews = useReadPages(platformRoutes.listReviews, { query: { state, limit } });
  const columns: Column<ReviewView>[] = [
    {
      key: 'app',
      title: t('reviews.app'),
      cell: (review) => (
        <RowTitle to={base === '' ? review.id : `${base}/${review.id}`}>{review.appName}</RowTitle>
      ),
    },
    { key: 'developer', title: t('reviews.developer'), cell: (review) => review.developerName },
    { key: 'kind', title: t('reviews.what'), cell: (review) => t(`reviews.kind.${review.kind}`) },
    { key: 'state', title: t('reviews.state'), cell: (review) => <ReviewStatus state={review.state} /> },
    {
      key: 'at',
      title: state === 'open' ? t('reviews.submitted') : t('reviews.decided'),
      cell: (review) => <Timestamp at={state === 'open' ? review.submittedAt : review.decidedAt} />,
    },
  ];
  return (
    <DataTable
      label={t('reviews.title')}
      columns={columns}
      pages={reviews}
      empty={
        <EmptyState
          icon={<IconChecklist />}
          title={t(`reviews.empty.${state}`)}
          about={t(`reviews.emptyAbout.${state}`)}
        />
      }
    />
  );
}
