import { useEffect, useState, useSyncExternalStore } from 'react';
import { hasUnsaved, onUnsavedChange } from './unsaved.ts';

/**
 * Whether a dialog that is loaded on demand is there. It is loaded as soon as something typed is not saved: it must be there when it is
 * needed, also after another version of the pages was installed.
 */
export function usePreloaded(load: () => Promise<unknown>): boolean {
  const isUnsaved = useSyncExternalStore(onUnsavedChange, hasUnsaved);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isUnsaved)
      load().then(
        () => setLoaded(true),
        () => undefined,
      );
  }, [isUnsaved, load]);
  return isLoaded;
}
