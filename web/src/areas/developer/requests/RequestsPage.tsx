import { Tabs, Text } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router';
import { useTexts } from '../../../lib/texts.ts';
import { AppFrame } from '../apps/AppFrame.tsx';
import { FailuresTab } from './FailuresTab.tsx';
import { FiguresTab } from './FiguresTab.tsx';
import { RequestDetail } from './RequestDetail.tsx';

const TABS = { errors: FailuresTab, figures: FiguresTab };

type TabName = keyof typeof TABS;

/** API requests of an app: its errors, one of them when the address has its id, and counts of all responses. */
export default function RequestsPage() {
  const { request } = useParams();
  if (request !== undefined) return <RequestDetail id={request} />;
  return <AppFrame tab="requests">{() => <Requests />}</AppFrame>;
}

function Requests() {
  const t = useTexts('requests');
  const [search, setSearch] = useSearchParams();
  const tab: TabName = search.get('tab') === 'figures' ? 'figures' : 'errors';
  return (
    <>
      <Text c="dimmed" size="sm" maw={720} mb="md">
        {t('about')}
      </Text>
      <Tabs
        variant="pills"
        value={tab}
        onChange={(value) => setSearch(value === 'figures' ? { tab: value } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {(Object.keys(TABS) as TabName[]).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tab.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(TABS).map(([name, Tab]) => (
          <Tabs.Panel key={name} value={name}>
            <Tab />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
