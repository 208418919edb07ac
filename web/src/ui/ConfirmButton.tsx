import { useState, type ReactNode } from 'react';
import { Button, Group, Modal, Stack, Text, TextInput, type ButtonProps } from '@mantine/core';
import { errorText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';

/** What a confirmation asks. */
interface Confirmation {
  /** What the button says. */
  label: string;
  /** The question. */
  title: string;
  /** What will happen, and whether it can be undone. */
  about: ReactNode;
  /** A word that must be typed first, for what destroys for good. */
  typed?: string;
  /** The act, e.g. of `useAct`: closes the question when it is done. */
  act: { mutateAsync: () => Promise<unknown>; isPending: boolean; error: unknown };
}

/** A button for what destroys: it asks first, and says what went wrong. */
export function ConfirmButton({ label, title, about, typed, act, ...button }: Confirmation & ButtonProps) {
  const t = useTexts('common');
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const confirm = () => {
    act.mutateAsync().then(
      () => setOpen(false),
      () => undefined,
    );
  };
  const show = () => {
    setText('');
    setOpen(true);
  };
  return (
    <>
      <Button variant="default" {...button} onClick={show}>
        {label}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={title}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Stack>
          <Text size="sm">{about}</Text>
          {typed === undefined ? null : (
            <TextInput
              label={t('confirm.typed', { word: typed })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              data-autofocus
            />
          )}
          {act.error ? (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {errorText(t, act.error)}
            </Text>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>
            <Button
              color="red.9"
              onClick={confirm}
              loading={act.isPending}
              disabled={typed !== undefined && text.trim() !== typed}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
