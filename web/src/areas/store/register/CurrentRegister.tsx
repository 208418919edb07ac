import { useState } from 'react';
import { Alert, Anchor, Button, Card, Grid, Group, Text, Title } from '@mantine/core';
import { IconLock, IconMinus, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RegisterDetail } from '@commerce/console-api/routes/registers.ts';
import { dayAndTime } from '../../../lib/format.ts';
import { useSession, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useWaiting } from '../pos/use-waiting.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { MovementDialog } from './MovementDialog.tsx';
import { Movements, Sums } from './Sums.tsx';

/** Open cash register: its sums, movements and closing. */
export function CurrentRegister({
  session,
  onClosed,
}: {
  session: RegisterDetail;
  onClosed: (session: string) => void;
}) {
  const t = useTexts('register');
  const [dialog, setDialog] = useState<'pay_in' | 'pay_out' | 'close' | null>(null);
  const close = () => setDialog(null);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Card withBorder component="section" aria-labelledby="current-register" h="100%">
          <Title order={2} size="h5" id="current-register">
            {t('open.now')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t('open.by', { name: session.openedByName ?? t('unknown'), at: dayAndTime(session.openedAt) })}
          </Text>
          <Unsent shop={session.shopId} />
          <Sums session={session} />
          <Button mt="md" leftSection={<IconLock size={16} aria-hidden />} onClick={() => setDialog('close')}>
            {t('close.title')}
          </Button>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Card withBorder component="section" aria-labelledby="movements" h="100%">
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h5" id="movements">
              {t('movements.title')}
            </Title>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setDialog('pay_in')}
              >
                {t('move.pay_in.action')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconMinus size={16} aria-hidden />}
                onClick={() => setDialog('pay_out')}
              >
                {t('move.pay_out.action')}
              </Button>
            </Group>
          </Group>
          <Movements session={session} />
        </Card>
      </Grid.Col>
      {dialog === 'close' ? <CloseDialog session={session} close={close} onClosed={onClosed} /> : null}
      {dialog === 'pay_in' || dialog === 'pay_out' ? (
        <MovementDialog session={session.id} kind={dialog} close={close} />
      ) : null}
    </Grid>
  );
}

/** Warning about sales of the shop's till that this browser has not sent; nothing without them. */
function Unsent({ shop }: { shop: string }) {
  const t = useTexts('register');
  const { id: store } = useStore();
  const { person } = useSession();
  const { list } = useWaiting({ store, person: person.id });
  const count = list.filter(({ cart }) => cart.shopId === shop).length;
  if (count === 0) return null;
  return (
    <Alert color="red" role="alert" mb="sm" title={t('unsent.title', { count })}>
      {t('unsent.about')}{' '}
      <Anchor component={Link} to={`/stores/${store}/pos`} inherit>
        {t('unsent.till')}
      </Anchor>
    </Alert>
  );
}
