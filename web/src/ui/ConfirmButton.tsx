import { useState } from 'react';
import { Button, TextInput, type ButtonProps } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import { QuestionModal, type Question } from './QuestionModal.tsx';

interface Confirmation extends Question {
  /** A word that must be typed first, for what destroys for good. */
  typed?: string;
  /** The act, e.g. of `useAct`. */
  act: { mutateAsync: () => Promise<unknown>; isPending: boolean; error: unknown };
}

/** A button for what destroys: it asks first. */
export function ConfirmButton({ label, title, about, typed, act, ...button }: Confirmation & ButtonProps) {
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
        grave
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
