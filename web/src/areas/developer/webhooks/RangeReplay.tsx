import { useState } from 'react';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconRepeat } from '@tabler/icons-react';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { fromLocal, toLocal } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { useAppParams } from './app-params.ts';

const POLL_MS = 1_000;
const DAY_MS = 24 * 3600_000;

/** A time that is required. */
const requiredTime = (local: string): string => fromLocal(local) ?? '';

/** Replays the failed deliveries of a range and shows the progress; the id of the replay is kept in the URL. */
export function RangeReplay() {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const params = useAppParams();
  const [open, setOpen] = useState(false);
  const [replay, setReplay] = useFilter('replay');
  const form = useForm({ initialValues: { from: '', to: '' } });
  const start = useAct(webhookRoutes.replayRange, {
    invalidates: [webhookRoutes.deliveries],
    onSuccess: ({ replayId }) => {
      setReplay(replayId);
      setOpen(false);
    },
  });
  const show = () => {
    form.setValues({ from: toLocal(Date.now() - DAY_MS), to: toLocal(Date.now() + 60_000) });
    setOpen(true);
  };
  const submit = form.onSubmit(({ from, to }) =>
    start.mutate({ params, body: { from: requiredTime(from), to: requiredTime(to) } }),
  );
  return (
    <>
      <Group justify="flex-end" mb="sm">
        <Button variant="default" leftSection={<IconRepeat size={16} aria-hidden />} onClick={show}>
          {t('range.button')}
        </Button>
      </Group>
      {replay === '' ? null : <ReplayProgress key={replay} replay={replay} close={() => setReplay(null)} />}
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('range.title')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text size="sm">{t('range.about')}</Text>
            <FormProblems error={start.error} form={form} />
            <TextInput label={t('log.from')} type="datetime-local" required {...form.getInputProps('from')} />
            <TextInput label={t('log.to')} type="datetime-local" required {...form.getInputProps('to')} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setOpen(false)}>
                {common('cancel')}
              </Button>
              <Button type="submit" loading={start.isPending}>
                {t('range.start')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}

function ReplayProgress({ replay, close }: { replay: string; close: () => void }) {
  const t = useTexts('webhooks');
  const common = useTexts('common');
  const params = useAppParams();
  const [over, setOver] = useState(false);
  const { data } = useRead(
    webhookRoutes.replayProgress,
    { params: { ...params, replay } },
    { everyMs: over ? false : POLL_MS },
  );
  if (data === undefined) return null;
  if (!over && data.state !== 'running') setOver(true);
  return (
    <Alert
      variant="light"
      color={data.state === 'failed' ? 'red' : 'petrol'}
      mb="md"
      withCloseButton
      onClose={close}
      closeButtonLabel={common('close')}
      title={t(`range.${data.state}`)}
    >
      {data.failure === '' ? null : <Text size="sm">{data.failure}</Text>}
      {data.total === 0 ? (
        <Text size="sm">{t('range.nothing')}</Text>
      ) : (
        <Progress label={t('range.progress')} done={data.done} total={data.total} />
      )}
    </Alert>
  );
}
