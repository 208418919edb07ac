import { useState } from 'react';
import { Box, Button, Card, Group, Stepper, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { developerRoutes, type AppBody } from '@commerce/console-api/routes/developer.ts';
import { useAct } from '../../../lib/api.ts';
import { useForm } from '../../../lib/form.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { DocsLink } from '../DocsLink.tsx';
import { useDeveloper } from '../use-developer.ts';
import { BasicFields, EMPTY_APP, RedirectFields, ScopeFields, useProblemText } from './AppFields.tsx';
import { appProblems } from './app-rules.ts';

const STEPS = ['basics', 'addresses', 'scopes'] as const;
/** Wizard step of each field, to show the step with an error. */
const FIELD_STEPS: Record<string, number> = { redirectUris: 1, scopes: 2 };

const stepOf = (field: string): number => FIELD_STEPS[field.replace(/\W.*$/, '')] ?? 0;

/** Wizard that creates an app. */
export default function NewAppPage() {
  const t = useTexts('developer');
  const problemText = useProblemText();
  const developer = useDeveloper();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const form = useForm<AppBody>({
    initialValues: EMPTY_APP,
    validate: (app) => appProblems(app, problemText),
    validateInputOnBlur: true,
  });
  const create = useAct(developerRoutes.createApp, {
    invalidates: [developerRoutes.listApps],
    onSuccess: (app) => {
      notifyDone(t('form.made', { name: app.fields?.name }));
      void navigate(`/developers/${developer}/apps/${app.id}`);
    },
    onError: ({ details }) =>
      setStep(Math.min(...details.map(({ field = '' }) => stepOf(field)), STEPS.length - 1)),
  });
  const isLast = step === STEPS.length - 1;
  /** Shows the problems of the current step; without any, goes on. */
  const next = () => {
    const problems = Object.entries(appProblems(form.getValues(), problemText));
    const here = problems.filter(([field]) => stepOf(field) === step);
    form.setErrors(Object.fromEntries(here));
    if (here.length > 0) return;
    if (isLast) create.mutate({ params: { developer }, body: form.getValues() });
    else setStep(step + 1);
  };
  return (
    <>
      <PageHeader title={t('form.new')} about={t('form.newAbout')} actions={<DocsLink page="portal" />} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <FormProblems error={create.error} form={form} />
        <Card withBorder maw={760}>
          <Stepper
            active={create.isSuccess ? STEPS.length : step}
            onStepClick={setStep}
            allowNextStepsSelect={false}
            size="sm"
          >
            {STEPS.map((name) => (
              <Stepper.Step key={name} label={t(`form.steps.${name}`)}>
                <Box mt="lg">
                  {name === 'basics' ? <BasicFields form={form} /> : null}
                  {name === 'addresses' ? <RedirectFields form={form} /> : null}
                  {name === 'scopes' ? <ScopeFields form={form} /> : null}
                </Box>
              </Stepper.Step>
            ))}
          </Stepper>
          <Group justify="space-between" mt="xl">
            <Text size="sm" c="dimmed">
              {t('form.step', { number: step + 1, total: STEPS.length })}
            </Text>
            <Group>
              {step === 0 ? null : (
                <Button variant="default" onClick={() => setStep(step - 1)}>
                  {t('form.back')}
                </Button>
              )}
              <Button type="submit" loading={create.isPending}>
                {isLast ? t('form.create') : t('form.next')}
              </Button>
            </Group>
          </Group>
        </Card>
      </form>
    </>
  );
}
