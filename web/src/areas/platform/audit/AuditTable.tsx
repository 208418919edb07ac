import { Anchor, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { platformRoutes } from '@commerce/console-api/routes/platform.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable, type Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';

type Entry = AnswerOf<typeof platformRoutes.listAudit>['items'][number];

/** Path of the page about an entry's subject. */
function pageOf({ action, subjectId }: Entry): string {
  if (action.startsWith('parked_event')) return '/platform/parked-events';
  if (subjectId.startsWith('app_')) return `/platform/apps/${subjectId}`;
  if (subjectId.startsWith('dev_')) return `/platform/developers/${subjectId}`;
  return `/platform/stores/${subjectId}`;
}

/** Audit entries: action, actor, and reason. */
export function AuditTable({
  subject,
  actor,
  limit = 50,
  onePage = false,
}: {
  /** Only entries about this app, developer or store. */
  subject?: string;
  /** Only entries by this person. */
  actor?: string;
  limit?: number;
  /** Hides the button that loads older entries. */
  onePage?: boolean;
}) {
  const t = useTexts('platform');
  const query = { subject: subject || undefined, actor: actor || undefined, limit };
  const entries = useReadPages(platformRoutes.listAudit, { query });
  const columns: Column<Entry>[] = [
    {
      key: 'action',
      title: t('audit.action'),
      cell: (entry) => t(`actions.${entry.action.replace('.', '_')}`),
    },
    ...(subject === undefined || subject === ''
      ? [
          {
            key: 'subject',
            title: t('audit.subject'),
            cell: (entry: Entry) => (
              <Anchor component={Link} to={pageOf(entry)} inherit>
                {entry.subjectName || entry.subjectId}
              </Anchor>
            ),
          },
        ]
      : []),
    { key: 'actor', title: t('audit.actor'), cell: (entry) => entry.actorName || t('audit.platform') },
    { key: 'why', title: t('audit.why'), wrap: true, main: true, cell: (entry) => <Reason entry={entry} /> },
    { key: 'at', title: t('audit.at'), cell: (entry) => <Timestamp at={entry.at} /> },
  ];
  return (
    <DataTable
      label={t('audit.title')}
      columns={columns}
      pages={onePage ? { ...entries, hasMore: false } : entries}
      empty={<EmptyState icon={<IconListSearch />} title={t('audit.empty')} />}
    />
  );
}

function Reason({ entry: { reason, details } }: { entry: Entry }) {
  const t = useTexts('platform');
  const { from, to } = details;
  const plans = from !== undefined && to !== undefined;
  if (reason === '' && !plans) return '—';
  return (
    <Text inherit style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {plans ? t('audit.plan', { from: t(`plans.${from}`), to: t(`plans.${to}`) }) : null}
      {plans && reason !== '' ? ' · ' : null}
      {reason}
    </Text>
  );
}
