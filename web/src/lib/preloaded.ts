import { useEffect, useState } from 'react';

/**
 * Whether a dialog that is loaded on demand is there; `when` it may soon be needed, it is loaded ahead, so that it is there also after
 * another version of the pages was installed.
 */
export function usePreloaded(load: () => Promise<unknown>, when: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (when)
      load().then(
        () => setLoaded(true),
        () => undefined,
      );
  }, [when, load]);
  return isLoaded;
}
