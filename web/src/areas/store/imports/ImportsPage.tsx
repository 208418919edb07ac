import { Group, Stack, Text, Title } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MAX_FILE_BYTES } from '@commerce/console-api/routes/product-imports.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ImageCopies } from '../products/ImageCopies.tsx';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';

type Import = AnswerOf<typeof productRoutes.imports>['items'][number];

const TONES: Record<string, Tone> = {
  done: 'good',
  running: 'busy',
  reading: 'busy',
  preview: 'warning',
  failed: 'bad',
};

/** Product imports: an upload area and the list of earlier imports. */
export default function ImportsPage() {
  const t = useTexts('imports');
  const { id: store } = useStore();
  const imports = useReadPages(productRoutes.imports, { params: { store } });
  const columns: Column<Import>[] = [
    {
      key: 'file',
      title: t('list.file'),
      cell: (one) => <RowTitle to={one.id}>{one.fileName}</RowTitle>,
    },
    {
      key: 'state',
      title: t('list.state'),
      cell: (one) => <StatusBadge tone={TONES[one.state] ?? 'quiet'}>{t(`state.${one.state}`)}</StatusBadge>,
    },
    { key: 'products', title: t('list.products'), end: true, cell: (one) => number(one.products) },
    { key: 'started', title: t('list.started'), cell: (one) => <Timestamp at={one.startedAt} /> },
  ];
  return (
    <>
      <PageHeader wide title={t('title')} about={t('about')} />
      <Stack gap="lg">
        <Drop />
        <ImageCopies />
        <Stack gap="xs">
          <Title order={2} size="h4">
            {t('list.title')}
          </Title>
          <DataTable
            label={t('list.title')}
            columns={columns}
            pages={imports}
            empty={<EmptyState icon={<IconFileSpreadsheet />} title={t('list.empty')} />}
          />
        </Stack>
      </Stack>
    </>
  );
}

function Drop() {
  const t = useTexts('imports');
  const common = useTexts('common');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const act = useAct(productRoutes.startImport, {
    invalidates: [productRoutes.imports],
    onSuccess: ({ id }) => void navigate(id),
    onError: (error) => notifyFailed(errorText(common, error)),
  });
  const send = ([file]: File[]) => {
    if (file === undefined) return;
    // Spreadsheets of some systems report another media type, or none.
    const body = new Blob([file], { type: 'text/csv' });
    act.mutate({ params: { store }, query: { name: file.name.slice(0, 255) || 'productos.csv' }, body });
  };
  return (
    <Dropzone
      onDrop={send}
      onReject={() => notifyFailed(t('drop.refused'))}
      maxSize={MAX_FILE_BYTES}
      maxFiles={1}
      accept={{ 'text/csv': ['.csv'], 'text/plain': ['.csv', '.txt'], 'application/vnd.ms-excel': ['.csv'] }}
      loading={act.isPending}
      aria-label={t('drop.title')}
      inputProps={{ 'aria-label': t('drop.title') }}
      useFsAccessApi={false}
    >
      <Group justify="center" gap="lg" mih={140} style={{ pointerEvents: 'none' }} wrap="nowrap">
        <Dropzone.Accept>
          <IconUpload size={40} stroke={1.5} aria-hidden />
        </Dropzone.Accept>
        <Dropzone.Reject>
          <IconX size={40} stroke={1.5} aria-hidden />
        </Dropzone.Reject>
        <Dropzone.Idle>
          <IconFileSpreadsheet size={40} stroke={1.5} aria-hidden />
        </Dropzone.Idle>
        <div>
          <Text fw={600}>{t('drop.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('drop.about')}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
