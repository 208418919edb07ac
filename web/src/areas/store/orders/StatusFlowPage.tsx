import { useState } from 'react';
import { Alert, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useRead, useReadNow } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { statusLabel } from '../../../lib/order-status.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useVersioned } from '../../../lib/versioned.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Card } from './Card.tsx';
import { FixedStep, FlowStep, type EditedStep } from './FlowStep.tsx';
import type { Step } from './labels.ts';

/** Maximum number of steps between the first and delivered. */
const MAX_STEPS = 30;

/** Status flow of the store's orders: the steps between the first and delivered are the merchant's own. */
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
        <Editor flow={read.data} />
      )}
    </>
  );
}

let made = 0;

type Flow = AnswerOf<typeof orderRoutes.flow>;

interface Values {
  steps: EditedStep[];
}

/** Custom steps of the merchant, between the first and the ends. */
const ownSteps = ({ steps: [, ...rest] }: Flow): Step[] =>
  rest.slice(
    0,
    rest.findIndex(({ kind }) => kind !== 'open'),
  );

const valuesOf = (flow: Flow): Values => ({
  steps: ownSteps(flow).map(({ status, label }) => ({ key: status, status, label })),
});

function Editor({ flow }: { flow: Flow }) {
  const t = useTexts('orders');
  const common = useTexts('common');
  const { id: store } = useStore();
  const first = flow.steps[0];
  const [values, setValues] = useState(() => valuesOf(flow));
  const { steps } = values;
  const setSteps = (next: EditedStep[]) => setValues({ steps: next });
  const [moved, announceMove] = useState('');
  const act = useAct(orderRoutes.putFlow, {
    invalidates: [orderRoutes.flow],
    onSuccess: () => notifyDone(t('flow.saved')),
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length) return;
    const after = steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!);
    setSteps(after);
    announceMove(t('flow.moved', { label: steps[from]!.label, position: to + 1, count: steps.length }));
  };
  const add = () => setSteps([...steps, { key: `new ${++made}`, status: null, label: '' }]);
  const readNow = useReadNow();
  const versioned = useVersioned<Flow, Values>({
    entity: flow,
    versionOf: ({ version }) => version,
    valuesOf,
    values,
    setValues,
    read: () => readNow(orderRoutes.flow, { params: { store } }),
    save: (sent, { version }) => {
      const named = withStatuses(sent.steps).map(({ status, label }) => ({ status, label: label.trim() }));
      return act.mutateAsync({ params: { store }, body: { steps: named, version } });
    },
  });
  const complete = steps.every(({ label }) => label.trim() !== '');
  return (
    <Card title={t('flow.steps')}>
      <ChangedDialog
        versioned={versioned}
        label={() => t('flow.steps')}
        show={(_field, value) => (value as EditedStep[]).map(({ label }) => label).join(' › ')}
      />
      <Text size="sm" c="dimmed" mb="md">
        {t('flow.help')}
      </Text>
      {act.error ? (
        <Alert color="red" variant="light" role="alert" mb="md">
          {errorText(common, act.error)}
        </Alert>
      ) : null}
      <Stack gap="xs" component="ol" p={0} m={0}>
        <FixedStep label={statusLabel(common, first!.label)} />
        {steps.map((step, n) => (
          <FlowStep
            key={step.key}
            step={step}
            index={n}
            isFirst={n === 0}
            isLast={n === steps.length - 1}
            onRename={(label) => setSteps(steps.with(n, { ...step, label }))}
            onMove={move}
            onRemove={() => setSteps(steps.toSpliced(n, 1))}
          />
        ))}
        {flow.steps.slice(1 + ownSteps(flow).length).map(({ status, label, kind }) => (
          <FixedStep key={status} label={statusLabel(common, label)} isEnd={kind === 'closed_bad'} />
        ))}
      </Stack>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <Group justify="space-between" mt="md">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={add}
          disabled={steps.length >= MAX_STEPS}
        >
          {t('flow.add')}
        </Button>
        <Button onClick={() => void versioned.save()} loading={act.isPending} disabled={!complete}>
          {common('save')}
        </Button>
      </Group>
    </Card>
  );
}

/** The API name of a new step derives from its label: `En camino` is `en_camino`. */
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
