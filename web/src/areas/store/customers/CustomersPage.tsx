import { Badge, Button, Group, Tabs, TextInput } from '@mantine/core';
import { IconDownload, IconPlus, IconTag, IconUpload, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { urlOf } from '@commerce/console-api/url.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useFilter } from '../../../lib/filter.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterBar, filterClass } from '../../../ui/FilterBar.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { ViewMenu } from '../../../ui/ViewMenu.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';

/** Length from which a tag is cut in the list. */
const MAX_TAG = 20;

type Customer = AnswerOf<typeof customerRoutes.list>['items'][number];

const KINDS = ['customer', 'contact', 'erased'] as const;

/** Customers and contacts. */
export default function CustomersPage() {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const may = useMay();
  const [q] = useFilter('q');
  const [tag, setTag] = useFilter('tag');
  const [param, setKind] = useFilter('kind');
  const kind = KINDS.find((one) => one === param) ?? 'customer';
  const customers = useReadPages(customerRoutes.list, { params: { store }, query: { q, tag, kind } });
  const add =
    may('editCustomers') && kind !== 'erased' ? (
      <Button
        component={Link}
        to={kind === 'contact' ? 'new?kind=contact' : 'new'}
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {kind === 'contact' ? t('list.addContact') : t('list.add')}
      </Button>
    ) : undefined;
  const filtered = q !== '' || tag !== '';
  return (
    <>
      <PageHeader
        wide
        title={t('list.title')}
        about={t('list.about')}
        actions={
          <>
            <FileButtons />
            {add}
          </>
        }
      />
      <Tabs value={kind} onChange={(value) => setKind(value === 'customer' ? null : value)} mb="md">
        <Tabs.List>
          <Tabs.Tab value="customer">{t('kind.customers')}</Tabs.Tab>
          <Tabs.Tab value="contact">{t('kind.contacts')}</Tabs.Tab>
          <Tabs.Tab value="erased">{t('kind.erased')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <FilterBar label={t('list.search')} tools={<ViewMenu />}>
        <TextInput
          aria-label={t('list.tag')}
          placeholder={t('list.tag')}
          key={tag}
          defaultValue={tag}
          maxLength={50}
          leftSection={<IconTag size={16} aria-hidden />}
          onBlur={(event) => setTag(event.currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key === 'Enter') setTag(event.currentTarget.value.trim());
          }}
          className={filterClass}
        />
      </FilterBar>
      <DataTable
        label={t('list.title')}
        columns={useColumns(setTag)}
        pages={customers}
        empty={
          <EmptyState
            icon={<IconUsers />}
            title={filtered ? t('list.none') : t('list.empty')}
            about={
              filtered ? t('list.noneAbout') : t(kind === 'erased' ? 'list.erasedAbout' : 'list.emptyAbout')
            }
            action={filtered ? undefined : add}
          />
        }
      />
    </>
  );
}

/** Export and import of files. */
function FileButtons() {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const may = useMay();
  return (
    <>
      {may('privacy') ? (
        <Button
          component="a"
          href={urlOf(customerRoutes.export, { params: { store } })}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('list.export')}
        </Button>
      ) : null}
      {may('editCustomers') ? (
        <Button
          component={Link}
          to={`/stores/${store}/customers/import`}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          {t('list.import')}
        </Button>
      ) : null}
    </>
  );
}

function useColumns(setTag: (tag: string) => void): Column<Customer>[] {
  const t = useTexts('customers');
  return [
    {
      key: 'name',
      title: t('field.name'),
      phone: 'title',
      cell: (customer) => (
        <RowTitle to={customer.id}>
          {customer.erasedAt === undefined ? customer.name || t('list.nameless') : t('erased.name')}
        </RowTitle>
      ),
    },
    {
      key: 'email',
      title: t('list.email'),
      phone: 'under',
      cell: (customer) => customer.email || '—',
    },
    {
      key: 'phone',
      title: t('field.phone'),
      phone: 'end',
      cell: (customer) => <span className="nowrap">{customer.phone || '—'}</span>,
    },
    {
      key: 'tags',
      title: t('field.tags'),
      priority: 2,
      cell: (customer) =>
        customer.tags.length === 0 ? (
          '—'
        ) : (
          <Group gap={4} wrap="nowrap">
            {customer.tags.slice(0, 2).map((tag) => (
              <Badge
                key={tag}
                component="button"
                type="button"
                variant="default"
                tt="none"
                style={{ cursor: 'pointer' }}
                // The column is as wide as the words.
                styles={{ label: { overflow: 'visible' } }}
                aria-label={t('list.onlyTag', { tag })}
                onClick={() => setTag(tag)}
              >
                {tag.length > MAX_TAG ? `${tag.slice(0, MAX_TAG)}…` : tag}
              </Badge>
            ))}
            {customer.tags.length > 2 ? <span>+{customer.tags.length - 2}</span> : null}
          </Group>
        ),
    },
    {
      key: 'updated',
      title: t('list.updated'),
      priority: 3,
      cell: (customer) => <Timestamp at={customer.updatedAt} dayOnly />,
    },
  ];
}
