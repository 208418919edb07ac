import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { CenteredPage } from '../../layout/CenteredPage.tsx';
import { useAct } from '../../lib/api.ts';
import { useLanguage, useTexts } from '../../lib/texts.ts';
import { FormProblems } from '../../ui/FormProblems.tsx';
import { Sent } from './Sent.tsx';

/** Merchant sign-up: opens a store on the plan demo. */
export default function OpenStorePage() {
  const t = useTexts('session');
  const [language] = useLanguage();
  const form = useForm({ initialValues: { storeName: '', name: '', email: '' } });
  const signUp = useAct(peopleRoutes.signUpMerchant);
  if (signUp.isSuccess)
    return (
      <CenteredPage title={t('openStore.title')}>
        <Sent>{t('signUp.sent')}</Sent>
      </CenteredPage>
    );
  const field = { required: true, withAsterisk: false, maxLength: 100 };
  return (
    <CenteredPage title={t('openStore.title')}>
      <form onSubmit={form.onSubmit((body) => signUp.mutate({ body: { ...body, language } }))}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('openStore.about')}
          </Text>
          <FormProblems error={signUp.error} form={form} />
          <TextInput
            {...field}
            name="organization"
            label={t('openStore.storeName')}
            description={t('openStore.storeNameAbout')}
            autoComplete="organization"
            minLength={2}
            autoFocus
            {...form.getInputProps('storeName')}
          />
          <TextInput
            {...field}
            name="name"
            label={t('visitor.name')}
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <TextInput
            {...field}
            maxLength={254}
            type="email"
            name="email"
            label={t('signIn.email')}
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" loading={signUp.isPending} fullWidth>
            {t('openStore.submit')}
          </Button>
          <Anchor component={Link} to="/sign-in" size="sm">
            {t('signUp.signIn')}
          </Anchor>
          <Anchor component={Link} to="/sign-up" size="sm">
            {t('openStore.developer')}
          </Anchor>
        </Stack>
      </form>
    </CenteredPage>
  );
}
