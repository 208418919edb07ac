import { useRef, useState, type ReactNode } from 'react';
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { reportInvalidNumbers } from '../../../lib/guard-forms.ts';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { hasUnsaved, confirmLeave, useUnsaved } from '../../../lib/unsaved.ts';

/** Confirmation of a change of an order. */
interface ActDialogProps {
  title: string;
  /** Effect of the change. */
  about: ReactNode;
  /** Button label. */
  label: string;
  /** True for changes that cannot be undone. */
  destructive?: boolean;
  /** Label of the notes field; without it there is no field. */
  notesLabel?: string;
  /** Notes and their setter, of a caller that keeps them while the dialog is closed. */
  keptNotes?: [string, (notes: string) => void];
  opened: boolean;
  onClose: () => void;
  act: { isPending: boolean; error: unknown };
  onConfirm: (notes: string) => void;
  children?: ReactNode;
}

/** Asks for confirmation before an order is changed, with an optional note. */
export function ActDialog(props: ActDialogProps) {
  const common = useTexts('common');
  return (
    <Modal
      opened={props.opened}
      onClose={() => confirmLeave(hasUnsaved(), props.onClose)}
      title={props.title}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Questions {...props} />
    </Modal>
  );
}

/** Mounted each time the dialog opens, so it starts empty unless the caller keeps the notes. */
function Questions({
  about,
  label,
  destructive = false,
  notesLabel,
  keptNotes,
  onClose,
  act,
  onConfirm,
  children,
}: ActDialogProps) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const ownNotes = useState('');
  const [notes, setNotes] = keptNotes ?? ownNotes;
  const fields = useRef<HTMLDivElement>(null);
  useUnsaved(notes !== '');
  return (
    <Stack ref={fields}>
      <Text size="sm">{about}</Text>
      {children}
      {notesLabel === undefined ? null : (
        <Textarea
          label={notesLabel}
          description={t('notes.about')}
          value={notes}
          maxLength={2_000}
          autosize
          minRows={2}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      )}
      {act.error ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(common, act.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => confirmLeave(hasUnsaved(), onClose)}>
          {t('end.back')}
        </Button>
        <Button
          onClick={() => {
            if (!reportInvalidNumbers(fields.current!)) onConfirm(notes);
          }}
          loading={act.isPending}
          {...(destructive ? { color: 'red.9' } : {})}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  );
}
