import { Stack, Title } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
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
import { CsvDrop } from '../../../ui/CsvDrop.tsx';
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
  const send = (file: File) => {
    // Spreadsheets of some systems report another media type, or none.
    const body = new Blob([file], { type: 'text/csv' });
    act.mutate({ params: { store }, query: { name: file.name.slice(0, 255) || 'productos.csv' }, body });
  };
  return (
    <CsvDrop
      title={t('drop.title')}
      about={t('drop.about')}
      refused={t('drop.refused')}
      maxBytes={MAX_FILE_BYTES}
      loading={act.isPending}
      onFile={send}
    />
  );
}
