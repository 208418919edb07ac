import { useState } from 'react';
import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { customerRoutes, type Note, type PersonDetail } from '@commerce/console-api/routes/customers.ts';
import { useAct } from '../../../lib/api.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

/** Notes of the team about a person. Without a form of its own, because the page's form surrounds it. */
export function CustomerNotes({ person }: { person: PersonDetail }) {
  const t = useTexts('customers');
  const mayEdit = useMay()('editCustomers');
  return (
    <Card withBorder component="section" mt="md" aria-labelledby="customer-notes">
      <Title order={2} size="h5" id="customer-notes">
        {t('notes.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('notes.about')}
      </Text>
      {mayEdit ? <NewNote person={person} /> : null}
      {person.notes.length === 0 && !mayEdit ? <Text size="sm">{t('notes.none')}</Text> : null}
      <Stack gap="md" mt={person.notes.length === 0 ? 0 : 'md'}>
        {person.notes.map((note) => (
          <OneNote key={note.id} note={note} customer={person.id} mayEdit={mayEdit} />
        ))}
      </Stack>
    </Card>
  );
}

function NewNote({ person }: { person: PersonDetail }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const [text, setText] = useState('');
  useUnsaved(text.trim() !== '');
  const add = useAct(customerRoutes.addNote, {
    invalidates: [customerRoutes.get],
    onSuccess: () => setText(''),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        aria-label={t('notes.label')}
        placeholder={t('notes.placeholder')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
        maxRows={10}
        w="100%"
      />
      <ActError error={add.error} />
      <Button
        size="xs"
        variant="light"
        loading={add.isPending}
        disabled={text.trim() === ''}
        onClick={() => add.mutate({ params: { store, customer: person.id }, body: { text } })}
      >
        {t('notes.add')}
      </Button>
    </Stack>
  );
}

function OneNote({ note, customer, mayEdit }: { note: Note; customer: string; mayEdit: boolean }) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const remove = useAct(customerRoutes.removeNote, { invalidates: [customerRoutes.get] });
  const input = { params: { store, customer, note: note.id } };
  return (
    <div>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {note.text}
      </Text>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {note.createdBy ?? t('notes.former')} · <Timestamp at={note.createdAt} />
        </Text>
        {mayEdit ? (
          <ConfirmButton
            label={t('notes.remove')}
            title={t('notes.removeTitle')}
            about={t('notes.removeAbout')}
            act={{ ...remove, mutateAsync: () => remove.mutateAsync(input) }}
            size="compact-xs"
            variant="subtle"
          />
        ) : null}
      </Group>
    </div>
  );
}
