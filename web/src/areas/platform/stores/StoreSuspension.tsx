import { platformRoutes, type StoreView } from '@commerce/console-api/routes/platform.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';
import { SuspensionButton } from '../Suspension.tsx';

/** Suspends a merchant's store, with a reason, or restores it. */
export function StoreSuspension({ store: { id, name, suspension } }: { store: StoreView }) {
  const t = useTexts('platform');
  const params = { id };
  const invalidates = [platformRoutes.getStore, platformRoutes.listStores, platformRoutes.listAudit];
  const suspend = useAct(platformRoutes.suspendStore, {
    invalidates,
    onSuccess: () => notifyDone(t('suspension.suspended', { name })),
  });
  const restore = useAct(platformRoutes.restoreStore, {
    invalidates,
    onSuccess: () => notifyDone(t('suspension.restored', { name })),
  });
  return (
    <SuspensionButton
      name={name}
      isSuspended={suspension !== undefined}
      about={t('suspension.aboutStore')}
      reason={t('suspension.reasonStore')}
      restoreAbout={t('suspension.restoreAboutStore')}
      suspend={{ ...suspend, run: (reason) => suspend.mutateAsync({ params, body: { reason } }) }}
      restore={{ ...restore, run: (reason) => restore.mutateAsync({ params, body: { reason } }) }}
    />
  );
}
