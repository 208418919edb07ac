import { useState } from 'react';
import { Alert, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Card } from './Card.tsx';
import { FixedStep, FlowStep, type EditedStep } from './FlowStep.tsx';
import type { Step } from './labels.ts';

/** Most steps between the first and delivered. */
const MOST_STEPS = 30;

/** The statuses that the store's orders go through: those between the first and delivered are the merchant's own. */
export default function StatusFlowPage() {
  const t = useTexts('orders');
  const { id: store } = useStore();
  const read = useRead(orderRoutes.flow, { params: { store } });
  return (
    <>
      <PageHeader title={t('flow.title')} about={t('flow.about')} />
      {read.error && read.data === undefined ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Editor key={JSON.stringify(read.data.steps)} flow={read.data.steps} />
      )}
    </>
  );
}

let made = 0;

function Editor({ flow }: { flow: Step[] }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [first, ...rest] = flow;
  const end = rest.findIndex(({ kind }) => kind !== 'open');
  const [steps, setSteps] = useState<EditedStep[]>(() =>
    rest.slice(0, end).map(({ status, label }) => ({ key: status, status, label })),
  );
  const [moved, tellMoved] = useState('');
  const act = useAct(orderRoutes.putFlow, {
    invalidates: [orderRoutes.flow],
    onSuccess: () => notifyDone(t('flow.saved')),
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length) return;
    const after = steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!);
    setSteps(after);
    tellMoved(t('flow.moved', { label: steps[from]!.label, place: to + 1, count: steps.length }));
  };
  const add = () => setSteps([...steps, { key: `new ${++made}`, status: null, label: '' }]);
  const save = () =>
    act.mutate({
      params: { store },
      body: { steps: withStatuses(steps).map(({ status, label }) => ({ status, label: label.trim() })) },
    });
  const complete = steps.every(({ label }) => label.trim() !== '');
  return (
    <Card title={t('flow.steps')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('flow.help')}
      </Text>
      {act.error ? (
        <Alert color="red" variant="light" role="alert" mb="md">
          {errorText(common, act.error)}
        </Alert>
      ) : null}
      <Stack gap="xs" component="ol" p={0} m={0}>
        <FixedStep label={first!.label} />
        {steps.map((step, n) => (
          <FlowStep
            key={step.key}
            step={step}
            place={n}
            isFirst={n === 0}
            isLast={n === steps.length - 1}
            onRename={(label) => setSteps(steps.with(n, { ...step, label }))}
            onMove={move}
            onRemove={() => setSteps(steps.toSpliced(n, 1))}
          />
        ))}
        {rest.slice(end).map(({ status, label, kind }) => (
          <FixedStep key={status} label={label} isEnd={kind === 'closed_bad'} />
        ))}
      </Stack>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <Group justify="space-between" mt="md">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={add}
          disabled={steps.length >= MOST_STEPS}
        >
          {t('flow.add')}
        </Button>
        <Button onClick={save} loading={act.isPending} disabled={!complete}>
          {common('save')}
        </Button>
      </Group>
    </Card>
  );
}

/** A new step is called by its label in the API: `En camino` is `en_camino`. */
function withStatuses(steps: EditedStep[]): { status: string; label: string }[] {
  const taken = new Set(steps.map(({ status }) => status));
  return steps.map(({ status, label }) => {
    if (status !== null) return { status, label };
    const plain = label
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '')
      .slice(0, 50);
    const stem = plain === '' ? 'step' : plain;
    let name = stem;
    for (let n = 2; taken.has(name); n++) name = `${stem}_${n}`;
    taken.add(name);
    return { status: name, label };
  });
}
