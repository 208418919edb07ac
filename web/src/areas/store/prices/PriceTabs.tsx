import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

const TABS = ['prices', 'price-lists', 'price-changes', 'price-check'] as const;

/** Tabs of the price pages. */
export function PriceTabs() {
  const t = useTexts('prices');
  const { id: store } = useStore();
  const may = useMay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const here = TABS.findLast((tab) => pathname.startsWith(`/stores/${store}/${tab}`)) ?? 'prices';
  return (
    <Tabs value={here} onChange={(tab) => void navigate(`/stores/${store}/${tab ?? 'prices'}`)} mb="md">
      <Tabs.List aria-label={t('tabs.label')}>
        {TABS.filter((tab) => tab !== 'price-changes' || may('editPrices')).map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`tabs.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
