import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../lib/texts.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';

/** Date and reason of a suspension; renders nothing when not suspended. */
export function SuspensionNotice({
  suspension,
}: {
  suspension: { sinceMs: number; reason: string } | undefined;
}) {
  const t = useTexts('platform');
  if (suspension === undefined) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} mb="md" title={t('suspension.title')}>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {suspension.reason || t('suspension.noReason')}
      </Text>
      <Text size="xs" c="dimmed" mt="xs">
        <Timestamp at={new Date(suspension.sinceMs).toISOString()} />
      </Text>
    </Alert>
  );
}

type Act = Parameters<typeof ReasonButton>[0]['act'];

/** Suspends, with a reason, or restores. */
export function SuspensionButton({
  name,
  isSuspended,
  about,
  reason,
  restoreAbout,
  suspend,
  restore,
}: {
  name: string;
  isSuspended: boolean;
  /** Effect of a suspension. */
  about: string;
  /** Label of the reason of a suspension: who sees it. */
  reason?: string;
  /** Effect of the restoration. */
  restoreAbout?: string;
  suspend: Act;
  restore: Act;
}) {
  const t = useTexts('platform');
  if (isSuspended)
    return (
      <ReasonButton
        // Separate keys give each dialog its own state.
        key="restore"
        label={t('suspension.restore')}
        title={t('suspension.restoreTitle', { name })}
        about={restoreAbout ?? t('suspension.restoreAbout')}
        reason={t('suspension.restoreReason')}
        optional
        act={restore}
      />
    );
  return (
    <ReasonButton
      key="suspend"
      variant="default"
      label={t('suspension.suspend')}
      title={t('suspension.suspendTitle', { name })}
      about={about}
      reason={reason ?? t('suspension.reason')}
      destructive
      act={suspend}
    />
  );
}
