import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { usePreloaded } from '../lib/preloaded.ts';
import { answerQuestion, hasUnsaved, losesUnsaved, onUnsavedChange, openQuestion } from '../lib/unsaved.ts';

const load = () => import('./LeaveQuestion.tsx');
const LeaveQuestion = lazy(load);

/** Asks before something typed and not saved is lost: by a link, a tab, the browser's history, closing or reloading. */
export function LeaveGuard() {
  const isUnsaved = useSyncExternalStore(onUnsavedChange, hasUnsaved);
  const question = useSyncExternalStore(onUnsavedChange, openQuestion);
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      losesUnsaved() && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const answer = (discard: boolean) => {
    answerQuestion(discard);
    if (blocker.state === 'blocked') (discard ? blocker.proceed : blocker.reset)();
  };
  // At once: were it there only after a window with a form, the Escape that closes the window would close the question too.
  const isLoaded = usePreloaded(load, true);
  const opened = blocker.state === 'blocked' || question !== undefined;
  if (!isLoaded && !opened) return null;
  return (
    <Suspense fallback={null}>
      <LeaveQuestion opened={opened} answer={answer} />
    </Suspense>
  );
}
