import { useState } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { dayAndTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Money } from '../../../ui/Money.tsx';
import { unitsOf } from './cart.ts';
import classes from './pos.module.css';
import type { useSale } from './use-sale.ts';
import type { WaitingSale } from './waiting.ts';

/** Button with the number of waiting sales, and their list. Shows nothing without them. */
export function WaitingSales({
  sale: { waiting, resend, discard },
  mayReopen,
  onReopen,
}: {
  sale: ReturnType<typeof useSale>;
  /** True when no other sale is being prepared. */
  mayReopen: boolean;
  onReopen: (sale: WaitingSale) => void;
}) {
  const t = useTexts('pos');
  const common = useTexts('common');
  const [opened, setOpened] = useState(false);
  if (waiting.length === 0) return null;
  const isRefused = waiting.some(({ refusal }) => refusal !== undefined);
  return (
    <>
      <Button
        color={isRefused ? 'red.9' : 'dark'}
        size="md"
        px="sm"
        leftSection={<IconCloudUpload size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('waiting.open', { count: waiting.length })}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('waiting.list')}
        size="lg"
        className={classes['touch']}
        closeButtonProps={{ 'aria-label': common('close'), size: 'lg' }}
      >
        <Stack>
          <Text>{t('waiting.about')}</Text>
          <ul className={classes['choices']}>
            {waiting.map((each) => (
              <Row
                key={each.key}
                sale={each}
                mayReopen={mayReopen}
                onReopen={() => {
                  if (discard(each.key)) onReopen(each);
                  setOpened(false);
                }}
                onDiscard={() => void discard(each.key)}
              />
            ))}
          </ul>
          <Button size="lg" variant="default" onClick={resend}>
            {t('waiting.now')}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}

function Row({
  sale,
  mayReopen,
  onReopen,
  onDiscard,
}: {
  sale: WaitingSale;
  mayReopen: boolean;
  onReopen: () => void;
  onDiscard: () => void;
}) {
  const t = useTexts('pos');
  const { at, body, cart, refusal } = sale;
  return (
    <li className={classes['parked']}>
      <div>
        <Text fw={600}>
          <Money centavos={body.expectedTotalCentavos} /> · {t('cart.count', { count: unitsOf(cart) })}
        </Text>
        <Text size="sm" c="dimmed">
          {dayAndTime(at)}
        </Text>
        {refusal === undefined ? null : (
          <>
            <Text size="sm" fw={600} c="var(--mantine-color-error)" role="alert">
              {refusal}
            </Text>
            <Text size="sm">{t('waiting.whatToDo')}</Text>
            {mayReopen ? null : <Text size="sm">{t('waiting.busy')}</Text>}
          </>
        )}
      </div>
      {refusal === undefined ? null : (
        <Group gap="xs">
          <ConfirmButton
            size="md"
            label={t('waiting.discard')}
            title={t('waiting.discard')}
            about={t('waiting.discardAsk')}
            act={{ mutateAsync: () => Promise.resolve(onDiscard()), isPending: false, error: null }}
          />
          <Button size="md" disabled={!mayReopen} onClick={onReopen}>
            {t('waiting.reopen')}
          </Button>
        </Group>
      )}
    </li>
  );
}
