import { useState, type ReactNode } from 'react';
import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { hasUnsaved, leaving, useUnsaved } from '../../../lib/unsaved.ts';

/** Confirmation of a change of an order. */
interface Asking {
  title: string;
  /** Effect of the change. */
  about: ReactNode;
  /** Button label. */
  label: string;
  /** True for changes that cannot be undone. */
  destroys?: boolean;
  /** Label of the notes field; without it there is no field. */
  notesLabel?: string;
  opened: boolean;
  onClose: () => void;
  act: { isPending: boolean; error: unknown };
  onConfirm: (notes: string) => void;
  children?: ReactNode;
}

/** Asks for confirmation before an order is changed, with an optional note. */
export function ActDialog(asking: Asking) {
  const common = useTexts('common');
  return (
    <Modal
      opened={asking.opened}
      onClose={() => leaving(hasUnsaved(), asking.onClose)}
      title={asking.title}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Questions {...asking} />
    </Modal>
  );
}

/** Mounted each time the dialog opens, so it starts empty. */
function Questions({
  about,
  label,
  destroys = false,
  notesLabel,
  onClose,
  act,
  onConfirm,
  children,
}: Asking) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const [notes, setNotes] = useState('');
  useUnsaved(notes !== '');
  return (
    <Stack>
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
        <Button variant="default" onClick={() => leaving(notes !== '', onClose)}>
          {destroys ? t('end.back') : common('cancel')}
        </Button>
        <Button
          onClick={() => onConfirm(notes)}
          loading={act.isPending}
          {...(destroys ? { color: 'red.9' } : {})}
        >
          {label}
        </Button>
      </Group>
    </Stack>
  );
}
