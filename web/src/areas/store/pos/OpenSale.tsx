import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { IconCloudQuestion } from '@tabler/icons-react';
import { errorText } from '../../../lib/problems.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Money } from '../../../ui/Money.tsx';
import type { useSale } from './use-sale.ts';

/** Sale that was sent without a response: further sales are blocked until its outcome is known. */
export function OpenSale({ sale }: { sale: ReturnType<typeof useSale> }) {
  const t = useTexts('pos');
  const common = useTexts('common');
  return (
    <Modal
      opened={sale.isOpen}
      onClose={() => undefined}
      withCloseButton={false}
      title={t('open.title')}
      size="md"
    >
      <Stack>
        <Alert color="yellow" variant="light" icon={<IconCloudQuestion />} role="alert">
          {sale.error === null ? t('open.before') : errorText(common, sale.error)}
        </Alert>
        <Text>
          {t('open.about')}{' '}
          <strong>
            <Money centavos={sale.openCentavos} />
          </strong>
        </Text>
        <Button size="lg" onClick={sale.retry} loading={sale.isSending} data-autofocus>
          {t('open.retry')}
        </Button>
      </Stack>
    </Modal>
  );
}
