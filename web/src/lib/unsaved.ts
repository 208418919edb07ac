import { useId, useLayoutEffect } from 'react';

/** Forms with unsaved changes, by id: whether they keep them while only the search parameters of the page change. */
const unsaved = new Map<string, boolean>();
const listeners = new Set<() => void>();
/** True while a form that was just saved navigates. */
let isNavigatingAfterSave = false;

const changed = () => listeners.forEach((listen) => listen());

/**
 * Marks a form as unsaved while it has unsaved changes: leaving the page then asks first. So does another search parameter,
 * such as a filter of the rows that are edited, unless the form keeps its changes then.
 */
export function useUnsaved(isDirty: boolean, { keepsOnSearch = false } = {}): void {
  const id = useId();
  useLayoutEffect(() => {
    if (!isDirty) return undefined;
    unsaved.set(id, keepsOnSearch);
    changed();
    return () => {
      unsaved.delete(id);
      changed();
    };
  }, [id, isDirty, keepsOnSearch]);
}

/** Reports whether the page has unsaved changes. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Reports whether a navigation would lose changes. @param isSamePage only the search parameters change */
export const losesUnsaved = (isSamePage: boolean): boolean =>
  !isNavigatingAfterSave && [...unsaved.values()].some((keepsOnSearch) => !(isSamePage && keepsOnSearch));

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
