import { useState, type ReactNode } from 'react';
import { Button, Group, Modal, Stack, Text, Textarea, type ButtonProps } from '@mantine/core';
import { errorText } from '../lib/problems.ts';
import { useTexts } from '../lib/texts.ts';

/** What is asked before something is done that needs a reason. */
interface Asked {
  /** What the button says. */
  label: string;
  /** The question. */
  title: string;
  /** What will happen. */
  about: ReactNode;
  /** Label of the field for the reason. */
  reason: string;
  /** It may stay empty. */
  optional?: boolean;
  /** It destroys or hurts: the button that does it is red. */
  grave?: boolean;
  /** The act: closes the question when it is done. */
  act: { run: (reason: string) => Promise<unknown>; isPending: boolean; error: unknown };
}

const MAX_REASON = 1000;

/** A button that asks why before it does what it says. */
export function ReasonButton({
  label,
  title,
  about,
  reason: reasonLabel,
  optional = false,
  grave = false,
  act,
  ...button
}: Asked & ButtonProps) {
  const t = useTexts('common');
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const run = () => {
    act.run(reason.trim()).then(
      () => setOpen(false),
      () => undefined,
    );
  };
  return (
    <>
      <Button
        {...button}
        onClick={() => {
          setReason('');
          setOpen(true);
        }}
      >
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
              {...(grave ? { color: 'red.9' } : {})}
              onClick={run}
              loading={act.isPending}
              disabled={!optional && reason.trim() === ''}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
