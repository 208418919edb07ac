import type { AppStatusName, AppView, ReviewStateName } from '@commerce/console-api/routes/developer.ts';
import { useTexts } from '../../lib/texts.ts';
import { StatusBadge, type Tone } from '../StatusBadge.tsx';

const TONES: Record<AppStatusName, Tone> = {
  draft: 'quiet',
  in_review: 'busy',
  rejected: 'bad',
  published: 'good',
};

/** Publication status of an app, and a suspension. */
export function AppStatus({ app }: { app: AppView }) {
  const t = useTexts('review');
  return (
    <span>
      <StatusBadge tone={TONES[app.status]}>{t(`status.${app.status}`)}</StatusBadge>{' '}
      {app.status === 'published' && app.inReview ? (
        <StatusBadge tone="busy">{t('changeInReview')}</StatusBadge>
      ) : null}{' '}
      {app.suspension !== undefined || app.developerSuspended ? (
        <StatusBadge tone="bad">{t('suspended')}</StatusBadge>
      ) : null}
    </span>
  );
}

const STATE_TONES: Record<ReviewStateName, Tone> = {
  open: 'busy',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'quiet',
};

export function ReviewStatus({ state }: { state: ReviewStateName }) {
  const t = useTexts('review');
  return <StatusBadge tone={STATE_TONES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
