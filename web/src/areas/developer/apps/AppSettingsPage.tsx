import { Alert, Button, Card, Grid, Group, Stack, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { developerRoutes, type AppBody, type AppView } from '@commerce/console-api/routes/developer.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { useAppIds } from '../use-developer.ts';
import { BasicFields, EMPTY_APP, RedirectFields, ScopeFields, useProblemText } from './AppFields.tsx';
import { AppFrame } from './AppFrame.tsx';
import { appProblems } from './app-rules.ts';

export default function AppSettingsPage() {
  return <AppFrame tab="settings">{({ app }) => <Settings key={app.id} app={app} />}</AppFrame>;
}

function Settings({ app }: { app: AppView }) {
  const t = useTexts('developer');
  const common = useTexts('common');
  const problemText = useProblemText();
  const params = useAppIds();
  const update = useAct(developerRoutes.updateApp, {
    invalidates: [developerRoutes.getApp, developerRoutes.listApps],
    onSuccess: (saved) => notifyDone(saved.change === undefined ? t('form.saved') : t('form.savedForReview')),
  });
  const readNow = useReadNow();
  const { form, versioned } = useEditForm<AppView, AppBody>({
    entity: app,
    versionOf: ({ updatedAt }) => updatedAt,
    // A change waiting for review is the version that the developer keeps editing.
    valuesOf: ({ fields, change }) => ({ ...EMPTY_APP, ...fields, ...change }),
    read: async () => (await readNow(developerRoutes.getApp, { params })).app,
    validate: (body) => appProblems(body, problemText),
    save: (body, { updatedAt }) => update.mutateAsync({ params, body: { ...body, version: updatedAt } }),
  });
  return (
    <form noValidate onSubmit={form.onSubmit(versioned.save)}>
      <ChangedDialog
        versioned={versioned}
        label={(field) => (field === 'redirectUris' ? t('form.steps.addresses') : t(`form.${field}`))}
        at={({ updatedAt }) => updatedAt}
      />
      <FormProblems error={update.error} form={form} />
      {app.inReview ? (
        <Alert variant="light" icon={<IconInfoCircle />} mb="md">
          {app.status === 'published' ? t('form.lockedChange') : t('form.locked')}
        </Alert>
      ) : app.status === 'published' ? (
        <Alert variant="light" icon={<IconInfoCircle />} mb="md">
          {t('form.reviewed')}
        </Alert>
      ) : null}
      <Grid>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack>
            <Card withBorder component="section">
              <Title order={2} size="h5" mb="md">
                {t('form.steps.basics')}
              </Title>
              <BasicFields form={form} />
            </Card>
            <Card withBorder component="section">
              <Title order={2} size="h5" mb="md">
                {t('form.steps.addresses')}
              </Title>
              <RedirectFields form={form} />
            </Card>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Card withBorder component="section">
            <Title order={2} size="h5" mb="md">
              {t('form.steps.scopes')}
            </Title>
            <ScopeFields form={form} />
          </Card>
        </Grid.Col>
      </Grid>
      <Group mt="lg">
        <Button type="submit" loading={update.isPending}>
          {common('save')}
        </Button>
      </Group>
    </form>
  );
}
