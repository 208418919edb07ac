import { Alert, Anchor, Breadcrumbs, Card, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { AppView, ReviewView } from '@commerce/console-api/routes/developer.ts';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import { reviewMessageRoutes } from '@commerce/console-api/routes/review-messages.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { ReviewStatus } from '../../../ui/review/AppStatus.tsx';
import { ReviewChanges } from '../../../ui/review/ReviewChanges.tsx';
import { ReviewConversation } from '../../../ui/review/ReviewConversation.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Facts } from '../Facts.tsx';

/** A submitted version: its changes, and the decision. */
export default function ReviewPage() {
  const t = useTexts('platform');
  const { review: id = '' } = useParams();
  const { data, error, refetch } = useRead(platformRoutes.getReview, { params: { review: id } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const { review, app } = data;
  return (
    <>
      <Breadcrumbs mb="xs">
        <Anchor component={Link} to="/platform/reviews" size="sm">
          {t('reviews.title')}
        </Anchor>
      </Breadcrumbs>
      <PageHeader
        title={review.appName}
        about={
          <Group gap="sm" component="span">
            <ReviewStatus state={review.state} />
            {t(`reviews.kind.${review.kind}`)}
          </Group>
        }
        actions={review.state === 'open' ? <Decision review={review} app={app} /> : null}
      />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Card withBorder component="section">
            <Title order={2} size="h5" mb="sm">
              {t('review.changes')}
            </Title>
            <ReviewChanges changes={review.changes} />
          </Card>
          <Card withBorder component="section" mt="md">
            <Conversation review={review} />
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <About review={review} app={app} />
        </Grid.Col>
      </Grid>
    </>
  );
}

function Conversation({ review }: { review: ReviewView }) {
  const params = { review: review.id };
  const messages = useRead(reviewMessageRoutes.listForStaff, { params });
  const post = useAct(reviewMessageRoutes.postAsStaff, { invalidates: [reviewMessageRoutes.listForStaff] });
  return (
    <ReviewConversation
      messages={messages}
      post={{ ...post, mutateAsync: (text) => post.mutateAsync({ params, body: { text } }) }}
    />
  );
}

function About({ review, app }: { review: ReviewView; app: AppView }) {
  const t = useTexts('platform');
  return (
    <Stack>
      {review.note === '' ? null : (
        <Alert variant="light" icon={<IconInfoCircle />} title={t('review.note')}>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {review.note}
          </Text>
        </Alert>
      )}
      <Card withBorder component="section">
        <Facts
          facts={[
            {
              name: t('reviews.app'),
              value: (
                <Anchor component={Link} to={`/platform/apps/${app.id}`} inherit>
                  {review.appName}
                </Anchor>
              ),
            },
            {
              name: t('reviews.developer'),
              value: (
                <Anchor component={Link} to={`/platform/developers/${review.developerId}`} inherit>
                  {review.developerName}
                </Anchor>
              ),
            },
            { name: t('review.submittedBy'), value: review.submittedByName || '—' },
            { name: t('reviews.submitted'), value: <Timestamp at={review.submittedAt} /> },
            ...(review.decidedAt === undefined
              ? []
              : [
                  { name: t('review.decidedBy'), value: review.decidedByName || '—' },
                  { name: t('reviews.decided'), value: <Timestamp at={review.decidedAt} /> },
                ]),
            ...(review.reason === '' ? [] : [{ name: t('review.reason'), value: review.reason }]),
          ]}
        />
      </Card>
    </Stack>
  );
}

function Decision({ review, app }: { review: ReviewView; app: AppView }) {
  const t = useTexts('platform');
  const params = { review: review.id };
  const invalidates = [platformRoutes.getReview, platformRoutes.listReviews, platformRoutes.getApp];
  const approve = useAct(platformRoutes.approve, {
    invalidates,
    onSuccess: () => notifyDone(t('review.approved', { name: review.appName })),
  });
  const reject = useAct(platformRoutes.reject, {
    invalidates,
    onSuccess: () => notifyDone(t('review.rejected', { name: review.appName })),
  });
  const isSuspended = app.suspension !== undefined || app.developerSuspended;
  return (
    <>
      <ReasonButton
        variant="default"
        label={t('review.reject')}
        title={t('review.rejectTitle', { name: review.appName })}
        about={t('review.rejectAbout')}
        reason={t('review.rejectReason')}
        destructive
        act={{ ...reject, run: (reason) => reject.mutateAsync({ params, body: { reason } }) }}
      />
      <ReasonButton
        label={t('review.approve')}
        title={t('review.approveTitle', { name: review.appName })}
        about={t(`review.approveAbout.${review.kind}`)}
        reason={t('review.approveReason')}
        optional
        disabled={isSuspended}
        act={{ ...approve, run: (reason) => approve.mutateAsync({ params, body: { reason } }) }}
      />
    </>
  );
}
