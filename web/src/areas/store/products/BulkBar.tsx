import { useEffect, useState } from 'react';
import { Alert, Button, Group, Menu, Modal, Stack, TagsInput, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AnswerOf, InputOf } from '@commerce/console-api/route.ts';
import {
  MAX_EXPORTED,
  MAX_SHEET,
  productRoutes,
  VISIBILITIES,
} from '@commerce/console-api/routes/products.ts';
import { reloadRoutes, useAct, useRead } from '../../../lib/api.ts';
import { errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { confirmLeave, useUnsaved } from '../../../lib/unsaved.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { ExportProducts } from './ExportProducts.tsx';
import type { useProductFilters } from './ProductFilters.tsx';
import { RetireMany } from './RetireMany.tsx';
import { isVisible } from './editor/values.ts';
import { useWithoutPriceQuestion } from './without-price.tsx';

type Summary = AnswerOf<typeof productRoutes.list>['items'][number];
type Edit = Omit<InputOf<typeof productRoutes.bulkEdit>['body'], 'products'>;

/** Actions on several products, with progress. */
export function BulkBar({
  chosen,
  choose,
  shown,
  filters,
}: {
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
  /** Products of the loaded pages. */
  shown: Summary[];
  filters: ReturnType<typeof useProductFilters>;
}) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [job, setJob] = useState<string>();
  const [tagging, setTagging] = useState(false);
  const act = useAct(productRoutes.bulkEdit, {
    onSuccess: ({ id }) => {
      setJob(id);
      choose(new Set());
    },
  });
  const { confirmPublish, question } = useWithoutPriceQuestion(act);
  const edit = (change: Edit) => {
    const unpriced = shown.filter(
      (product) =>
        chosen.has(product.id) &&
        product.priceCentavos === 0 &&
        product.status !== 'draft' &&
        !isVisible(availabilityOf(product, {})) &&
        isVisible(availabilityOf(product, change)),
    );
    confirmPublish(unpriced.length, () =>
      act.mutateAsync({ params: { store }, body: { products: [...chosen], ...change } }),
    );
  };
  return (
    <Stack gap="xs" mb={chosen.size > 0 || job !== undefined ? 'sm' : 0}>
      {chosen.size > 0 ? (
        <Group role="region" aria-label={t('bulk.label')} gap="sm">
          <Text size="sm" role="status">
            {t('bulk.chosen', { count: chosen.size })}
          </Text>
          <Button size="xs" variant="subtle" onClick={() => choose(new Set(shown.map(({ id }) => id)))}>
            {t('bulk.all')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => choose(new Set())}>
            {t('bulk.none')}
          </Button>
          <EditMenu edit={edit} tag={() => setTagging(true)} isPending={act.isPending} />
          {chosen.size <= MAX_SHEET ? (
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={`/stores/${store}/products/sheet?products=${[...chosen].join(',')}`}
            >
              {t('sheet.open')}
            </Button>
          ) : null}
          {chosen.size <= MAX_EXPORTED ? <ExportProducts filters={filters} selected={chosen} /> : null}
          <RetireMany chosen={[...chosen]} shown={shown} keep={(ids) => choose(new Set(ids))} />
          {chosen.size > MAX_SHEET ? (
            <Text size="xs" c="dimmed">
              {t('bulk.limits', { sheet: MAX_SHEET, exported: MAX_EXPORTED })}
            </Text>
          ) : null}
        </Group>
      ) : null}
      {act.error ? <Alert color="red">{errorText(common, act.error)}</Alert> : null}
      {job === undefined ? null : <JobProgress key={job} job={job} close={() => setJob(undefined)} />}
      {question}
      {tagging ? <TagModal close={() => setTagging(false)} edit={edit} /> : null}
    </Stack>
  );
}

/** Fields that decide whether buyers see a product, after a change. */
const availabilityOf = ({ visibility, status }: Summary, change: Edit) => ({
  visibility: change.visibility ?? visibility,
  isActive: change.isActive ?? status === 'active',
});

function EditMenu({
  edit,
  tag,
  isPending,
}: {
  edit: (change: Edit) => void;
  tag: () => void;
  isPending: boolean;
}) {
  const t = useTexts('products');
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('bulk.edit')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {VISIBILITIES.map((visibility) => (
          <Menu.Item key={visibility} onClick={() => edit({ visibility })}>
            {t('bulk.show', { visibility: t(`visibility.${visibility}`) })}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => edit({ isActive: true })}>{t('bulk.activate')}</Menu.Item>
        <Menu.Item onClick={() => edit({ isActive: false })}>{t('bulk.deactivate')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={tag}>{t('bulk.tags')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TagModal({ close, edit }: { close: () => void; edit: (change: Edit) => void }) {
  const t = useTexts('products');
  const common = useTexts('common');
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const apply = () => {
    edit({ addTags: add, removeTags: remove });
    close();
  };
  const isDirty = add.length + remove.length > 0;
  useUnsaved(isDirty);
  return (
    <Modal
      opened
      onClose={() => confirmLeave(isDirty, close)}
      title={t('bulk.tags')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <TagsInput label={t('bulk.addTags')} value={add} onChange={setAdd} maxTags={50} />
        <TagsInput label={t('bulk.removeTags')} value={remove} onChange={setRemove} maxTags={50} />
        <Group justify="flex-end">
          <Button onClick={apply} disabled={!isDirty}>
            {t('bulk.apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const POLL_MS = 700;

function JobProgress({ job, close }: { job: string; close: () => void }) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const client = useQueryClient();
  const [over, setOver] = useState(false);
  const { data } = useRead(
    productRoutes.bulkProgress,
    { params: { store, job } },
    { everyMs: over ? false : POLL_MS },
  );
  const isFinished = data !== undefined && data.state !== 'running';
  useEffect(() => {
    if (!isFinished) return;
    setOver(true);
    void reloadRoutes(client, [productRoutes.list]);
  }, [isFinished, client]);
  if (data === undefined) return null;
  if (!isFinished) return <Progress label={t('bulk.running')} done={data.done} total={data.total} />;
  return (
    <Alert
      color={data.state === 'done' ? 'petrol' : 'red'}
      withCloseButton
      closeButtonLabel={t('bulk.close')}
      onClose={close}
      role="status"
    >
      {data.state === 'done'
        ? t('bulk.done', { count: data.done })
        : t('bulk.failed', { reason: data.failure })}
    </Alert>
  );
}
