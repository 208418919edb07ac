import { Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { webhookRoutes } from '@commerce/console-api/routes/webhooks.ts';
import { useReadPages } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useAppParams } from './app-params.ts';
import { useDeliveryColumns } from './LogTab.tsx';

/** Privacy events that the app has not acknowledged yet. */
export function PrivacyTab() {
  const t = useTexts('webhooks');
  const events = useReadPages(webhookRoutes.privacy, { params: useAppParams() });
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('privacy.about')}
      </Text>
      <DataTable
        label={t('tab.privacy')}
        columns={useDeliveryColumns()}
        pages={events}
        empty={
          <EmptyState icon={<IconShieldCheck />} title={t('privacy.empty')} about={t('privacy.emptyAbout')} />
        }
      />
    </>
  );
}
