import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { sessionRoutes, type Session } from '@commerce/console-api/routes/session.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { useChangeSession, useSession } from '../../../lib/session.tsx';
import { LANGUAGES, useLanguage, useTexts, type Language } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Section } from './Section.tsx';

type Person = Session['person'];
type Profile = Pick<Person, 'name' | 'language'>;

/** Name of the person and language of their emails. */
export function ProfileSection() {
  const t = useTexts('account');
  const common = useTexts('common');
  const { person } = useSession();
  const [, changeLanguage] = useLanguage();
  const changeSession = useChangeSession();
  const save = useAct(peopleRoutes.updateProfile, {
    onSuccess: ({ session }) => {
      changeSession(session);
      changeLanguage(session.person.language);
      notifications.show({ message: t('profile.saved') });
    },
  });
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<Person, Profile>({
    entity: person,
    versionOf: ({ version }) => version,
    valuesOf: ({ name, language }) => ({ name, language }),
    read: async () => (await readNow(sessionRoutes.get, {})).session?.person ?? person,
    save: (profile, { version }) => save.mutateAsync({ body: { ...profile, version } }),
  });
  return (
    <Section title={t('profile.title')}>
      <ChangedDialog
        versioned={versioned}
        label={(field) => (field === 'name' ? t('profile.name') : t('profile.language'))}
        show={(field, value) => (field === 'language' ? LANGUAGES[value as Language] : undefined)}
      />
      <form onSubmit={form.onSubmit(versioned.save)}>
        <Stack>
          <FormProblems error={save.error} form={form} />
          <TextInput
            label={t('profile.name')}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <TextInput label={t('profile.email')} value={person.email} readOnly variant="filled" />
          <Select
            label={t('profile.language')}
            description={t('profile.languageAbout')}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps('language')}
            onChange={(value) => form.setFieldValue('language', value as Language)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!versioned.isDirty}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
