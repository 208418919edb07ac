import { useState } from 'react';
import { Button, Textarea, type ButtonProps } from '@mantine/core';
import { confirmLeave, useUnsaved } from '../lib/unsaved.ts';
import { QuestionModal, type Question } from './QuestionModal.tsx';

interface ReasonButtonProps extends Question {
  /** Label of the reason field. */
  reason: string;
  /** Allows an empty reason. */
  optional?: boolean;
  /** Destructive: the confirm button is red. */
  destructive?: boolean;
  act: { run: (reason: string) => Promise<unknown>; isPending: boolean; error: unknown };
}

const MAX_REASON = 1000;

/** Button that asks for a reason before it runs its action. */
export function ReasonButton({
  label,
  title,
  about,
  reason: reasonLabel,
  optional = false,
  destructive = false,
  act,
  ...button
}: ReasonButtonProps & ButtonProps) {
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const show = () => {
    setReason('');
    setOpened(true);
  };
  const close = () => setOpened(false);
  useUnsaved(opened && reason !== '');
  return (
    <>
      <Button {...button} onClick={show}>
        {label}
      </Button>
      <QuestionModal
        question={{ label, title, about }}
        opened={opened}
        close={close}
        leave={() => confirmLeave(reason !== '', close)}
        run={() => act.run(reason.trim())}
        act={act}
        destructive={destructive}
        disabled={!optional && reason.trim() === ''}
      >
        <Textarea
          label={reasonLabel}
          required={!optional}
          autosize
          minRows={3}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </QuestionModal>
    </>
  );
}
