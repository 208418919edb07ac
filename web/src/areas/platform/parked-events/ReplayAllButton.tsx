import { parkedEventRoutes } from '@commerce/console-api/routes/parked-events.ts';
import type { InputOf } from '@commerce/console-api/route.ts';
import { useAct } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { notifyDone, notifyFailed } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';

/** Filter of parked events. */
export type ParkedFilter = InputOf<typeof parkedEventRoutes.replayAll>['body'];

/** Replays every matching event, call after call until none is left. */
export function ReplayAllButton({ filter }: { filter: ParkedFilter }) {
  const t = useTexts('parked');
  const act = useAct(parkedEventRoutes.replayAll, { invalidates: [parkedEventRoutes.list] });
  const run = async () => {
    const now = new Date().toISOString();
    // Events that fail now are not tried again.
    const body = { ...filter, until: filter.until !== undefined && filter.until < now ? filter.until : now };
    let [replayed, failed] = [0, 0];
    for (;;) {
      const answer = await act.mutateAsync({ body });
      replayed += answer.replayed;
      failed += answer.failed;
      if (answer.unreachable.length > 0) {
        notifyFailed(t('unreachable', { services: answer.unreachable.join(', ') }));
        break;
      }
      if (!answer.hasMore) break;
    }
    notifyDone(t('replayedAll', { replayed: number(replayed), failed: number(failed) }));
  };
  return (
    <ConfirmButton
      label={t('replayAll')}
      title={t('replayAllTitle')}
      about={t('replayAllAbout')}
      act={{ mutateAsync: run, isPending: act.isPending, error: act.error }}
    />
  );
}
