import { useId, useLayoutEffect } from 'react';

/** Forms with unsaved changes, by id. */
const unsaved = new Set<string>();
const listeners = new Set<() => void>();
/** True while a form that was just saved navigates. */
let isLeadingOn = false;

const changed = () => listeners.forEach((listen) => listen());

/** Marks a form as unsaved while it has unsaved changes: leaving the page then asks first. */
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

/** Reports whether the page has unsaved changes. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Reports whether leaving the page would lose changes. */
export const losesUnsaved = (): boolean => hasUnsaved() && !isLeadingOn;

/** Runs a callback after a save; navigation in it asks nothing. */
export function afterSave(then: () => void): void {
  isLeadingOn = true;
  try {
    then();
  } finally {
    isLeadingOn = false;
  }
}

/** Action waiting for confirmation to discard unsaved changes. */
let waiting: (() => void) | undefined;

/** Runs the action immediately when there are no unsaved changes, otherwise after confirmation. */
export function leaving(isDirty: boolean, goOn: () => void): void {
  if (!isDirty) return goOn();
  waiting = goOn;
  changed();
}

/** The open question; undefined when there is none. */
export const openQuestion = (): (() => void) | undefined => waiting;

/** Closes the question, and runs the action if confirmed. */
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
