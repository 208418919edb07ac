import { Tabs } from '@mantine/core';
import { useFilter } from '../../../lib/filter.ts';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ReviewsTable } from './ReviewsTable.tsx';

/** Open and decided reviews. */
export default function ReviewsPage() {
  const t = useTexts('platform');
  const [chosen, choose] = useFilter('state');
  const state = chosen === 'decided' ? 'decided' : 'open';
  return (
    <>
      <PageHeader title={t('reviews.title')} about={t('reviews.about')} />
      <Tabs value={state} onChange={(value) => choose(value === 'decided' ? value : null)}>
        <Tabs.List mb="md">
          <Tabs.Tab value="open">{t('reviews.tabs.open')}</Tabs.Tab>
          <Tabs.Tab value="decided">{t('reviews.tabs.decided')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={state}>
          <ReviewsTable key={state} state={state} base="" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
