import { useEffect, useEffectEvent, useState } from 'react';
import { notifyFailed } from '../../../lib/notify.ts';
import { useTexts } from '../../../lib/texts.ts';

/** List that the browser stores. */
interface StoredList<Entry> {
  list: Entry[];
  /** Changes the stored list. @returns false, with a message, if the browser cannot store it */
  change: (changed: (list: Entry[]) => Entry[]) => boolean;
  /** Reads the list again. */
  reload: () => void;
}

/** List that the browser stores, with the changes of other tabs. */
export function useStoredList<Entry>(load: () => Entry[], save: (list: Entry[]) => void): StoredList<Entry> {
  const t = useTexts('pos');
  const [list, setList] = useState(load);
  const reload = () => setList(load());
  const onStorage = useEffectEvent(reload);
  useEffect(() => {
    const listener = () => onStorage();
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  }, []);
  const change = (changed: (list: Entry[]) => Entry[]) => {
    // Another tab may have changed it since.
    const next = changed(load());
    try {
      save(next);
    } catch {
      notifyFailed(t('notStored'));
      return false;
    }
    setList(next);
    return true;
  };
  return { list, change, reload };
}
