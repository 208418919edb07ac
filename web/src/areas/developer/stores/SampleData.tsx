import { useState } from 'react';
import { Alert, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { SEEDS, sandboxRoutes, type SandboxView } from '@commerce/console-api/routes/sandbox.ts';
import { useAct } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';

const TONES: Readonly<Record<SandboxView['state'], Tone>> = { seeding: 'busy', ready: 'good', failed: 'bad' };

/** Sizes of the sample data for a select. */
export function useSeedOptions(): { value: (typeof SEEDS)[number]; label: string }[] {
  const t = useTexts('developer');
  return SEEDS.map((value) => ({ value, label: t(`sandbox.sizes.${value}`) }));
}

/** The sample data of a test store, with its progress and the reset. */
export function SampleData({
  params,
  sandbox,
}: {
  params: { developer: string; store: string };
  sandbox: SandboxView;
}) {
  const t = useTexts('developer');
  const [seed, setSeed] = useState(sandbox.seed);
  const options = useSeedOptions();
  const reset = useAct(sandboxRoutes.reset, { invalidates: [sandboxRoutes.get] });
  const { state, done, total } = sandbox;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('sandbox.data')}
        </Title>
        <StatusBadge tone={TONES[state]}>{t(`sandbox.states.${state}`)}</StatusBadge>
      </Group>
      <Text size="sm">{t(`sandbox.seeds.${sandbox.seed}`)}</Text>
      {state === 'seeding' ? <Progress label={t('sandbox.progress')} done={done} total={total} /> : null}
      {state === 'failed' ? (
        <Alert color="red" variant="light">
          {t('sandbox.failed')}
        </Alert>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('sandbox.about')}
      </Text>
      <NativeSelect
        label={t('sandbox.resetTo')}
        data={options}
        value={seed}
        onChange={(event) => setSeed(SEEDS.find((each) => each === event.currentTarget.value) ?? 'none')}
      />
      <Group justify="flex-end">
        <ConfirmButton
          label={t('sandbox.reset')}
          title={t('sandbox.resetTitle')}
          about={t('sandbox.resetAbout')}
          disabled={state === 'seeding'}
          act={{ ...reset, mutateAsync: () => reset.mutateAsync({ params, body: { seed } }) }}
        />
      </Group>
    </Stack>
  );
}
