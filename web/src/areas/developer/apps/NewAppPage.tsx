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
import { useDeveloper } from '../use-developer.ts';
import { BasicFields, EMPTY_APP, RedirectFields, ScopeFields } from './AppFields.tsx';

const STEPS = ['basics', 'addresses', 'scopes'] as const;
/** Wizard step of each field, to show the step with an error. */
const FIELD_STEPS: Record<string, number> = { redirectUris: 1, scopes: 2 };

/** Wizard that creates an app. */
export default function NewAppPage() {
  const t = useTexts('developer');
  const common = useTexts('common');
  const developer = useDeveloper();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const form = useForm<AppBody>({
    initialValues: EMPTY_APP,
    validate: {
      name: (name) => (name.trim() === '' ? common('problems.missing') : null),
    },
  });
  const create = useAct(developerRoutes.createApp, {
    invalidates: [developerRoutes.listApps],
    onSuccess: (app) => {
      notifyDone(t('form.made', { name: app.fields?.name }));
      void navigate(`/developers/${developer}/apps/${app.id}`);
    },
    onError: ({ details }) =>
      setStep(Math.min(...details.map(({ field = '' }) => FIELD_STEPS[field.replace(/\W.*$/, '')] ?? 0), 2)),
  });
  const isLast = step === STEPS.length - 1;
  const next = () => {
    if (step === 0 && form.validateField('name').hasError) return;
    setStep(step + 1);
  };
  return (
    <>
      <PageHeader title={t('form.new')} about={t('form.newAbout')} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast) create.mutate({ params: { developer }, body: form.getValues() });
          else next();
        }}
      >
        <FormProblems error={create.error} form={form} />
        <Card withBorder maw={760}>
          <Stepper active={step} onStepClick={setStep} allowNextStepsSelect={false} size="sm">
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
