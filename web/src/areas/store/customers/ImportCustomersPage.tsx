import { useState } from 'react';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from 'react-router';
import { number } from '../../../lib/format.ts';
import { notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { MAX_FILE_BYTES, readCustomerFile, UnreadableFile, type CustomerFile } from './customer-file.ts';
import { RefusedRows } from './RefusedRows.tsx';
import { useImport, type ImportState } from './use-import.ts';

const OUTCOMES = ['created', 'updated', 'unchanged', 'refused'] as const;

/** Import of customers from a file: a check of all rows, then the import with its progress. */
export default function ImportCustomersPage() {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const { state, ...act } = useImport();
  useUnsaved(state?.stage === 'importing');
  return (
    <>
      <PageHeader
        title={t('import.title')}
        about={
          <Anchor component={Link} to={`/stores/${store}/customers`} inherit>
            {t('import.back')}
          </Anchor>
        }
      />
      {state === undefined ? (
        <Drop onRead={act.check} />
      ) : (
        <Stack gap="lg">
          <Stage state={state} {...act} />
          <Figures state={state} />
          {state.stage === 'checking' ? null : <RefusedRows state={state} />}
        </Stack>
      )}
    </>
  );
}

function Drop({ onRead }: { onRead: (file: CustomerFile) => void }) {
  const t = useTexts('customers');
  const [problem, setProblem] = useState<UnreadableFile>();
  const read = ([file]: File[]) => {
    if (file === undefined) return;
    readCustomerFile(file).then(onRead, (error: unknown) =>
      setProblem(error instanceof UnreadableFile ? error : new UnreadableFile('unreadable')),
    );
  };
  return (
    <Stack gap="md">
      <Text>{t('import.about')}</Text>
      <Dropzone
        onDrop={read}
        onReject={() => notifyFailed(t('import.refused'))}
        maxSize={MAX_FILE_BYTES}
        maxFiles={1}
        accept={{
          'text/csv': ['.csv'],
          'text/plain': ['.csv', '.txt'],
          'application/vnd.ms-excel': ['.csv'],
        }}
        aria-label={t('import.drop')}
        inputProps={{ 'aria-label': t('import.drop') }}
        useFsAccessApi={false}
      >
        <Group justify="center" gap="lg" mih={140} style={{ pointerEvents: 'none' }} wrap="nowrap">
          <IconFileSpreadsheet size={40} stroke={1.5} aria-hidden />
          <div>
            <Text fw={600}>{t('import.drop')}</Text>
            <Text size="sm" c="dimmed">
              {t('import.dropAbout')}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {problem === undefined ? null : (
        <Alert color="red" role="alert">
          {t(`import.${problem.message}`, { columns: problem.columns })}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('import.identity')}
      </Text>
    </Stack>
  );
}

type Acts = Omit<ReturnType<typeof useImport>, 'state' | 'check'>;

function Stage({ state, start, resume, reset }: { state: ImportState } & Acts) {
  const t = useTexts('customers');
  const common = useTexts('common');
  const { id: store } = useStore();
  const { stage, file, results, error } = state;
  if (error !== undefined)
    return (
      <Alert
        color="red"
        role="alert"
        title={error.unknownOutcome ? t('import.stopped') : errorText(common, error)}
      >
        <Button onClick={resume}>{t('import.continue')}</Button>
      </Alert>
    );
  if (stage === 'checking' || stage === 'importing')
    return <Progress label={t(`import.${stage}`)} done={results.size} total={file.rows.length} />;
  if (stage === 'done')
    return (
      <Alert icon={<IconCircleCheck />} role="status" title={t('import.done')}>
        <Group gap="sm">
          <Button component={Link} to={`/stores/${store}/customers`}>
            {t('import.toCustomers')}
          </Button>
          <Button variant="default" onClick={reset}>
            {t('import.another')}
          </Button>
        </Group>
      </Alert>
    );
  const count = countOf(state, 'created') + countOf(state, 'updated');
  return (
    <Stack gap="sm">
      {file.ignored.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t('import.ignored', { columns: file.ignored.join(', ') })}
        </Text>
      )}
      {count === 0 ? <Text>{t('import.nothing')}</Text> : null}
      <Group gap="sm">
        {count === 0 ? null : <Button onClick={start}>{t('import.start', { count })}</Button>}
        <Button variant="default" onClick={reset}>
          {t('import.another')}
        </Button>
      </Group>
    </Stack>
  );
}

const countOf = ({ results }: ImportState, outcome: (typeof OUTCOMES)[number]): number =>
  [...results.values()].filter((result) => result.outcome === outcome).length;

function Figures({ state }: { state: ImportState }) {
  const t = useTexts('customers');
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0}>
      {OUTCOMES.map((outcome) => (
        <div key={outcome}>
          <Text component="dt" size="sm" c="dimmed">
            {t(`import.counts.${outcome}`)}
          </Text>
          <Text component="dd" size="xl" fw={600} m={0}>
            {number(countOf(state, outcome))}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
