import { useId, useLayoutEffect } from 'react';

/** Forms with unsaved changes, by id. */
const unsaved = new Set<string>();
const listeners = new Set<() => void>();
/** True while a form that was just saved navigates. */
let isNavigatingAfterSave = false;

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
export const losesUnsaved = (): boolean => hasUnsaved() && !isNavigatingAfterSave;

/** Runs a callback after a save; navigation in it asks nothing. */
export function afterSave(then: () => void): void {
  isNavigatingAfterSave = true;
  try {
    then();
  } finally {
    isNavigatingAfterSave = false;
  }
}

/** Action waiting for confirmation to discard unsaved changes. */
let pendingLeave: (() => void) | undefined;

/** Runs the action immediately when there are no unsaved changes, otherwise after confirmation. */
export function confirmLeave(isDirty: boolean, proceed: () => void): void {
  if (!isDirty) return proceed();
  pendingLeave = proceed;
  changed();
}

/** The open question; undefined when there is none. */
export const openQuestion = (): (() => void) | undefined => pendingLeave;

/** Closes the question, and runs the action if confirmed. */
export function answerQuestion(discard: boolean): void {
  const proceed = pendingLeave;
  pendingLeave = undefined;
  changed();
  if (discard) proceed?.();
}

/** For `useSyncExternalStore`. */
export function onUnsavedChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
