import type { ReactNode } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import { ActError } from './ActError.tsx';

/** What is asked before something is done. */
export interface Question {
  /** What the button that does it says. */
  label: string;
  /** The question. */
  title: string;
  /** What will happen, and whether it can be undone. */
  about: ReactNode;
}

interface Asked {
  question: Question;
  opened: boolean;
  close: () => void;
  /** Closes it without doing it, where that must ask first. */
  leave?: () => void;
  /** Does it: the question closes when it is done, and stays with the error when it fails. */
  run: () => Promise<unknown>;
  act: { isPending: boolean; error: unknown };
  /** It destroys or hurts: the button that does it is red. */
  grave: boolean;
  /** What must be filled in first is not yet. */
  disabled: boolean;
  /** The field of what must be filled in. */
  children: ReactNode;
}

/** Asks before something is done, and says what went wrong. */
export function QuestionModal({
  question,
  opened,
  close,
  leave = close,
  run,
  act,
  grave,
  disabled,
  children,
}: Asked) {
  const t = useTexts('common');
  const { label, title, about } = question;
  return (
    <Modal opened={opened} onClose={leave} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack>
        <Text size="sm">{about}</Text>
        {children}
        <ActError error={act.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button
            {...(grave ? { color: 'red.9' } : {})}
            onClick={() => {
              run().then(close, () => undefined);
            }}
            loading={act.isPending}
            disabled={disabled}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
