import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { peopleRoutes, type OpenSession } from '@commerce/console-api/routes/people.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { notifyDone, notifyRefused } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useChangeSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { Timestamp } from '../../../ui/Timestamp.tsx';
import { Section } from './Section.tsx';

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconDeviceDesktop,
};

/** Sessions of the person, with a button to end them. */
export function SessionsSection() {
  const t = useTexts('account');
  const { data, error, refetch } = useRead(peopleRoutes.listSessions, {});
  return (
    <Section title={t('sessions.title')} about={t('sessions.about')}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={56} /> : null}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data?.items.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </Stack>
      <EndSessions others={data?.items.filter(({ current }) => !current).length ?? 0} />
    </Section>
  );
}

function SessionLine({ session }: { session: OpenSession }) {
  const t = useTexts('account');
  const { browser, system, kind, lastSeenAt, createdAt, current } = session;
  const Icon = ICONS[kind];
  const shown = [browser, system].filter((part) => part !== '').join(' · ') || t('sessions.unknown');
  return (
    <Group component="li" wrap="nowrap" align="flex-start">
      <Icon size={22} stroke={1.6} aria-hidden />
      <div style={{ flexGrow: 1 }}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {shown}
          </Text>
          {current ? <StatusBadge tone="good">{t('sessions.current')}</StatusBadge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {t('sessions.seen')} <Timestamp at={lastSeenAt} />. {t('sessions.since')}{' '}
          <Timestamp at={createdAt} />.
        </Text>
      </div>
      {current ? null : <EndSession id={session.id} label={t('sessions.endOne', { name: shown })} />}
    </Group>
  );
}

function EndSession({ id, label }: { id: string; label: string }) {
  const t = useTexts('account');
  const common = useTexts('common');
  const end = useAct(peopleRoutes.endSession, {
    invalidates: [peopleRoutes.listSessions],
    onSuccess: () => notifyDone(t('sessions.ended')),
    onError: (error) => notifyRefused(label, errorText(common, error)),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={label}
      loading={end.isPending}
      onClick={() => end.mutate({ params: { session: id } })}
    >
      {t('sessions.end')}
    </Button>
  );
}

function EndSessions({ others }: { others: number }) {
  const t = useTexts('account');
  const changeSession = useChangeSession();
  const endOthers = useAct(peopleRoutes.signOutEverywhere, { invalidates: [peopleRoutes.listSessions] });
  const endAll = useAct(peopleRoutes.signOutEverywhere, { onSuccess: () => changeSession(null) });
  return (
    <Group justify="flex-end">
      {others > 0 ? (
        <ConfirmButton
          label={t('sessions.endOthers')}
          title={t('sessions.endOthersTitle')}
          about={t('sessions.endOthersAbout')}
          act={{ ...endOthers, mutateAsync: () => endOthers.mutateAsync({ query: { which: 'others' } }) }}
        />
      ) : null}
      <ConfirmButton
        label={t('sessions.endAll')}
        title={t('sessions.endAllTitle')}
        about={t('sessions.endAllAbout')}
        act={{ ...endAll, mutateAsync: () => endAll.mutateAsync({ query: { which: 'all' } }) }}
      />
    </Group>
  );
}
