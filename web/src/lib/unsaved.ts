import { useId, useLayoutEffect } from 'react';

/** Forms whose content is not saved, by their ids. */
const unsaved = new Set<string>();
const listeners = new Set<() => void>();
/** While a form that was just saved leads on. */
let isLeadingOn = false;

const changed = () => listeners.forEach((listen) => listen());

/** Counts a form as unsaved while something typed in it is not saved: leaving the page then asks first. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useLayoutEffect(() => {
    if (!isDirty) return undefined;
    unsaved.add(id);
    changed();
    return () => {
      unsaved.delete(id);
      changed();
    };
  }, [id, isDirty]);
}

/** Whether something typed on the page is not saved. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Whether leaving the page would lose something. */
export const losesUnsaved = (): boolean => hasUnsaved() && !isLeadingOn;

/** Runs what follows a save; where it leads to another page, nothing is asked. */
export function afterSave(then: () => void): void {
  isLeadingOn = true;
  try {
    then();
  } finally {
    isLeadingOn = false;
  }
}

/** What waits for the answer whether to discard what is not saved. */
let waiting: (() => void) | undefined;

/** Goes on at once when there is nothing to lose, else when the person agrees to discard it. */
export function leaving(isDirty: boolean, goOn: () => void): void {
  if (!isDirty) return goOn();
  waiting = goOn;
  changed();
}

/** The question that is open; undefined when there is none. */
export const openQuestion = (): (() => void) | undefined => waiting;

/** Closes the question, and goes on when the person agreed. */
export function answerQuestion(discard: boolean): void {
  const goOn = waiting;
  waiting = undefined;
  changed();
  if (discard) goOn?.();
}

/** For `useSyncExternalStore`. */
export function onUnsavedChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
