import { useState } from 'react';
import { Button, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core';
import type { MessageView } from '@commerce/console-api/routes/review-messages.ts';
import type { ApiError } from '../../lib/call.ts';
import { useTexts } from '../../lib/texts.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { ActError } from '../ActError.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { Timestamp } from '../Timestamp.tsx';
import classes from './review.module.css';

/** Messages of the staff and a developer about a review. */
export function ReviewConversation({
  messages,
  post,
}: {
  messages: { data: { items: MessageView[] } | undefined; error: ApiError | null; refetch: () => unknown };
  post: { mutateAsync: (text: string) => Promise<unknown>; isPending: boolean; error: ApiError | null };
}) {
  const t = useTexts('review');
  const { data, error, refetch } = messages;
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h6">
          {t('conversation.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('conversation.about')}
        </Text>
      </div>
      {error && data === undefined ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={60} /> : null}
      {data?.items.length === 0 ? <Text size="sm">{t('conversation.none')}</Text> : null}
      {data?.items.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      <NewMessage post={post} />
    </Stack>
  );
}

function Message({ message: { text, fromStaff, authorName, createdAt } }: { message: MessageView }) {
  const t = useTexts('review');
  const staff = t('conversation.staff');
  const author = fromStaff ? [authorName, staff].filter((part) => part !== '').join(' · ') : authorName;
  return (
    <article className={classes['message']} data-staff={fromStaff || undefined}>
      <Text size="xs" c="dimmed">
        <strong>{author}</strong> · <Timestamp at={createdAt} />
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </article>
  );
}

function NewMessage({ post }: Pick<Parameters<typeof ReviewConversation>[0], 'post'>) {
  const t = useTexts('review');
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const send = async () => {
    await post.mutateAsync(text);
    setText('');
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        label={t('conversation.label')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
        maxRows={12}
        w="100%"
      />
      <ActError error={post.error} />
      <Button
        size="sm"
        variant="light"
        loading={post.isPending}
        disabled={text.trim() === ''}
        onClick={() => void send().catch(() => undefined)}
      >
        {t('conversation.send')}
      </Button>
    </Stack>
  );
}
