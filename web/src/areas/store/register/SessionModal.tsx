import { Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { useRead } from '../../../lib/api.ts';
import { dayAndTime } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Movements, Sums } from './Sums.tsx';

/** A session with its sums and movements. */
export function SessionModal({ id, close }: { id: string; close: () => void }) {
  const t = useTexts('register');
  const common = useTexts('common');
  const { id: store } = useStore();
  const read = useRead(registerRoutes.get, { params: { store, session: id } });
  const session = read.data;
  const person = (name: string | null) => name ?? t('unknown');
  return (
    <Modal
      opened
      onClose={close}
      title={t('session.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {session === undefined ? (
        read.error ? (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        ) : (
          <Skeleton height={320} />
        )
      ) : (
        <Stack>
          <Text size="sm" c="dimmed">
            {session.shopName}
            <br />
            {t('open.by', { name: person(session.openedByName), at: dayAndTime(session.openedAt) })}
            {session.closedAt === undefined ? null : (
              <>
                <br />
                {t('close.by', { name: person(session.closedByName), at: dayAndTime(session.closedAt) })}
              </>
            )}
          </Text>
          <Sums session={session} />
          <Title order={3} size="h6">
            {t('movements.title')}
          </Title>
          <Movements session={session} />
        </Stack>
      )}
    </Modal>
  );
}
