import { useState } from 'react';
import { Drawer, Tabs } from '@mantine/core';
import type { StockLine } from '@commerce/console-api/routes/stock.ts';
import { useMay } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { hasUnsaved, confirmLeave } from '../../../lib/unsaved.ts';
import { AdjustForm } from './AdjustForm.tsx';
import { Ledger } from './Ledger.tsx';
import { Reservations } from './Reservations.tsx';
import { nameOf } from './name-of.ts';
import { ThresholdForm } from './ThresholdForm.tsx';

/** Details of an item at a shop: movements, reservations, and actions. */
export function StockDrawer({ line, close }: { line: StockLine; close: () => void }) {
  const t = useTexts('stock');
  const common = useTexts('common');
  const edits = useMay()('editStock') && !line.isDraft;
  const [tab, setTab] = useState<string | null>(edits ? 'adjust' : 'ledger');
  return (
    <Drawer
      opened
      onClose={() => confirmLeave(hasUnsaved(), close)}
      position="right"
      size="lg"
      title={nameOf(t, line)}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Tabs
        value={tab}
        onChange={(value) => confirmLeave(hasUnsaved(), () => setTab(value))}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={nameOf(t, line)}>
          {edits ? <Tabs.Tab value="adjust">{t('drawer.adjust')}</Tabs.Tab> : null}
          <Tabs.Tab value="ledger">{t('drawer.ledger')}</Tabs.Tab>
          <Tabs.Tab value="reservations">{t('drawer.reservations')}</Tabs.Tab>
          {edits ? <Tabs.Tab value="threshold">{t('drawer.threshold')}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="adjust">
          <AdjustForm line={line} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <Ledger shop={line.shopId} product={line.productId} variant={line.variantId} />
        </Tabs.Panel>
        <Tabs.Panel value="reservations">
          <Reservations line={line} />
        </Tabs.Panel>
        <Tabs.Panel value="threshold">
          <ThresholdForm line={line} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}
