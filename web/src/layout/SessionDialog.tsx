import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import type { Session } from '@commerce/console-api/routes/session.ts';
import { onSignInChange, openSignIn } from '../lib/signed-out.ts';
import { useTexts } from '../lib/texts.ts';
import { hasUnsaved, onUnsavedChange } from '../lib/unsaved.ts';

const load = () => import('./SignInAgain.tsx');
const SignInAgain = lazy(load);

/** Lets the person sign in again in place, so that nothing they typed is lost. */
export function SessionDialog({ person }: { person: Session['person'] }) {
  const t = useTexts('common');
  const question = useSyncExternalStore(onSignInChange, openSignIn);
  const isUnsaved = useSyncExternalStore(onUnsavedChange, hasUnsaved);
  useEffect(() => {
    // Preloaded, so that it is available after a new version of the pages was deployed.
    if (isUnsaved) load().catch(() => undefined);
  }, [isUnsaved]);
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => question?.answer(false)}
      title={question?.other ? t('signInAgain.otherTitle') : t('signInAgain.title')}
      centered
      zIndex={600}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {question === undefined ? null : (
        <Suspense fallback={<Skeleton height={240} />}>
          <SignInAgain question={question} person={person} />
        </Suspense>
      )}
    </Modal>
  );
}
