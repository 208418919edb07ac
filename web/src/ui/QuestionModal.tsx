import type { ReactNode } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import { ActError } from './ActError.tsx';

/** Confirmation question. */
export interface Question {
  /** Label of the confirm button. */
  label: string;
  /** Title of the modal. */
  title: string;
  /** Consequences, and whether they can be undone. */
  about: ReactNode;
}

interface QuestionModalProps {
  question: Question;
  opened: boolean;
  close: () => void;
  /** Closes without confirming; set when closing must ask first. */
  leave?: () => void;
  /** Runs the action: the modal closes on success, and stays with the error on failure. */
  run: () => Promise<unknown>;
  act: { isPending: boolean; error: unknown };
  /** Destructive: the confirm button is red. */
  destructive: boolean;
  /** True while required input is missing. */
  disabled: boolean;
  /** Input field. */
  children: ReactNode;
}

/** Modal that asks for confirmation, and shows the error of a failed action. */
export function QuestionModal({
  question,
  opened,
  close,
  leave = close,
  run,
  act,
  destructive,
  disabled,
  children,
}: QuestionModalProps) {
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
            {...(destructive ? { color: 'red.9' } : {})}
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
