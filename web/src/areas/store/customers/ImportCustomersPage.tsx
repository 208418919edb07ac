import { useState } from 'react';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { number } from '../../../lib/format.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { CsvDrop } from '../../../ui/CsvDrop.tsx';
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
  const read = (file: File) =>
    void readCustomerFile(file).then(onRead, (error: unknown) =>
      setProblem(error instanceof UnreadableFile ? error : new UnreadableFile('unreadable')),
    );
  return (
    <Stack gap="md">
      <Text>{t('import.about')}</Text>
      <CsvDrop
        title={t('import.drop')}
        about={t('import.dropAbout')}
        refused={t('import.refused')}
        maxBytes={MAX_FILE_BYTES}
        onFile={read}
      />
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
