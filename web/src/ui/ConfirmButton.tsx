import { useState } from 'react';
import { Button, TextInput, type ButtonProps } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import { QuestionModal, type Question } from './QuestionModal.tsx';

interface Confirmation extends Question {
  /** Word to type first, for permanent deletions. */
  typed?: string;
  /** Destructive: the confirm button is red. */
  destructive?: boolean;
  /** The act, e.g. of `useAct`. */
  act: { mutateAsync: () => Promise<unknown>; isPending: boolean; error: unknown };
}

/** Button that asks for confirmation first, for destructive and irreversible actions. */
export function ConfirmButton({
  label,
  title,
  about,
  typed,
  destructive = true,
  act,
  ...button
}: Confirmation & ButtonProps) {
  const t = useTexts('common');
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState('');
  const show = () => {
    setText('');
    setOpened(true);
  };
  return (
    <>
      <Button variant="default" {...button} onClick={show}>
        {label}
      </Button>
      <QuestionModal
        question={{ label, title, about }}
        opened={opened}
        close={() => setOpened(false)}
        run={() => act.mutateAsync()}
        act={act}
        destructive={destructive}
        disabled={typed !== undefined && text.trim() !== typed}
      >
        {typed === undefined ? null : (
          <TextInput
            label={t('confirm.typed', { word: typed })}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
      </QuestionModal>
    </>
  );
}
