import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Session } from '@commerce/console-api/routes/session.ts';
import { usePreloaded } from '../lib/preloaded.ts';
import { onSignInChange, openSignIn } from '../lib/signed-out.ts';
import { hasUnsaved, onUnsavedChange } from '../lib/unsaved.ts';

const load = () => import('./SignInAgain.tsx');
const SignInAgain = lazy(load);

/** Lets the person of the page sign in again where they are, so that nothing they typed is lost. */
export function SessionDialog({ person }: { person: Session['person'] }) {
  const question = useSyncExternalStore(onSignInChange, openSignIn);
  const isLoaded = usePreloaded(load, useSyncExternalStore(onUnsavedChange, hasUnsaved));
  if (!isLoaded && question === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgain question={question} person={person} />
    </Suspense>
  );
}
