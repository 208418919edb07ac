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

export function DeliveryState({ state }: { state: DeliveryStateName }) {
  const t = useTexts('webhooks');
  return <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
