import { useState } from 'react';
import { Accordion, Box, Button, Center, Group, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { developerRoutes, type ReviewView } from '@commerce/console-api/routes/developer.ts';
import { reviewMessageRoutes } from '@commerce/console-api/routes/review-messages.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useAct, useRead, useReadPages } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ReviewStatus } from '../../../ui/review/AppStatus.tsx';
import { ReviewChanges } from '../../../ui/review/ReviewChanges.tsx';
import { ReviewConversation } from '../../../ui/review/ReviewConversation.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { useAppIds } from '../use-developer.ts';
import { AppFrame } from './AppFrame.tsx';

/** Reviews of an app, with their decisions. */
export default function AppReviewsPage() {
  return <AppFrame tab="reviews">{() => <History />}</AppFrame>;
}

function History() {
  const t = useTexts('developer');
  const common = useTexts('common');
  const [opened, setOpened] = useState<string>();
  const reviews = useReadPages(developerRoutes.listReviews, { params: useAppIds() });
  if (reviews.error !== null) return <ErrorState error={reviews.error} retry={reviews.refetch} />;
  if (reviews.items === undefined) return <PageSkeleton />;
  if (reviews.items.length === 0)
    return <EmptyState icon={<IconHistory />} title={t('reviews.empty')} about={t('reviews.emptyAbout')} />;
  return (
    <>
      <Accordion
        variant="contained"
        value={opened ?? reviews.items[0]!.id}
        onChange={(id) => setOpened(id ?? '')}
        order={2}
      >
        {reviews.items.map((review) => (
          <Accordion.Item key={review.id} value={review.id}>
            <Accordion.Control>
              <Group gap="sm">
                <ReviewStatus state={review.state} />
                <Text span fw={600}>
                  {t(`reviews.kind.${review.kind}`)}
                </Text>
                <Text span size="sm" c="dimmed">
                  <Timestamp exact at={review.submittedAt} />
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Submitted review={review} />
              {review.id === (opened ?? reviews.items![0]!.id) ? <Conversation review={review} /> : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {reviews.hasMore ? (
        <Center p="sm">
          <Button variant="subtle" onClick={reviews.more} loading={reviews.isReadingMore}>
            {common('table.more')}
          </Button>
        </Center>
      ) : null}
    </>
  );
}

function Conversation({ review }: { review: ReviewView }) {
  const params = { ...useAppIds(), review: review.id };
  const messages = useRead(reviewMessageRoutes.list, { params });
  const post = useAct(reviewMessageRoutes.post, { invalidates: [reviewMessageRoutes.list] });
  return (
    <Box mt="lg">
      <ReviewConversation
        messages={messages}
        post={{ ...post, mutateAsync: (text) => post.mutateAsync({ params, body: { text } }) }}
      />
    </Box>
  );
}

function Submitted({ review }: { review: ReviewView }) {
  const t = useTexts('developer');
  return (
    <Stack gap="sm">
      {review.reason === '' ? null : (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          <strong>{t('reviews.reason')}</strong> {review.reason}
        </Text>
      )}
      {review.note === '' ? null : (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          <strong>{t('reviews.note')}</strong> {review.note}
        </Text>
      )}
      <ReviewChanges changes={review.changes} />
    </Stack>
  );
}
