import type { DeliveryStateName } from '@commerce/console-api/routes/webhooks.ts';
import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';

const TONES: Record<DeliveryStateName, Tone> = {
  pending: 'busy',
  retrying: 'warning',
  delivered: 'good',
  dead: 'bad',
  cancelled: 'quiet',
};

/** Where a delivery is. */
export function DeliveryState({ state }: { state: DeliveryStateName }) {
  const t = useTexts('webhooks');
  return <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>;
}

/** What kept an attempt from being answered, by how the service begins or ends its words for it. */
const FAILURES: [RegExp, string][] = [
  [/^The receiver did not answer/, 'slow'],
  [/^The connection was refused/, 'refused'],
  [/^The connection was closed/, 'closed'],
  [/does not resolve|has no address/, 'unresolved'],
  [/^The host cannot be reached|could not be made in time/, 'unreachable'],
  [/TLS/, 'tls'],
  [/not public/, 'notPublic'],
];

/** Why an attempt failed: what was answered, or what kept it from being answered. */
export function FailureText({
  failure: { lastStatus: status, lastError = '' },
}: {
  failure: { lastStatus?: number | undefined; lastError?: string | undefined };
}) {
  const t = useTexts('webhooks');
  if (status !== undefined)
    return status >= 300 && status < 400
      ? t('failure.redirected', { status })
      : t('failure.answered', { status });
  const known = FAILURES.find(([words]) => words.test(lastError));
  return known === undefined ? lastError : t(`failure.${known[1]}`);
}
