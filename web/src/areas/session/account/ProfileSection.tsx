import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { useAct } from '../../../lib/api.ts';
import { useChangeSession, useSession } from '../../../lib/session.tsx';
import { LANGUAGES, useLanguage, useTexts, type Language } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Section } from './Section.tsx';

/** What the person is called, and the language that they are written to in. */
export function ProfileSection() {
  const t = useTexts('account');
  const common = useTexts('common');
  const { person } = useSession();
  const [, changeLanguage] = useLanguage();
  const changeSession = useChangeSession();
  const form = useForm({ initialValues: { name: person.name, language: person.language } });
  const save = useAct(peopleRoutes.updateProfile, {
    onSuccess: ({ session }) => {
      changeSession(session);
      changeLanguage(session.person.language);
      notifications.show({ message: t('profile.saved') });
    },
  });
  return (
    <Section title={t('profile.title')}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
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
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
