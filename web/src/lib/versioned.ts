import { useEffect, useRef, useState } from 'react';
import { ApiError } from './call.ts';
import { changedFields, same, withTheirs, type ChangedField, type Groups } from './compare.ts';
import { useUnsaved } from './unsaved.ts';

/** A form of something that others may change at the same time. */
export interface Versioned<E, V extends object> {
  /** As it was read last. */
  entity: E;
  versionOf: (entity: E) => string;
  valuesOf: (entity: E) => V;
  groups?: Groups | undefined;
  /** What the form holds. */
  values: V;
  /** Gives the form other values. */
  setValues: (values: V) => void;
  /** As it is now. */
  read: () => Promise<E>;
  /** Saves what was changed of `base`, in its version. */
  save: (values: V, base: E) => Promise<unknown>;
}

/** What somebody else saved while a form was open. */
export interface Conflict<E, V> {
  theirs: E;
  mine: V;
  fields: ChangedField[];
}

/**
 * Keeps a form in step with what it edits. Changes by others show themselves while nothing is typed; what is typed stays. What was changed
 * elsewhere since it was read is never overwritten: where the form's fields are concerned, `conflict` waits for the person's choice.
 */
export function useVersioned<E, V extends object>(form: Versioned<E, V>) {
  const { entity, versionOf, valuesOf, values, setValues } = form;
  // On what the form stands, and what in it is saved.
  const [base, setBase] = useState(entity);
  const [saved, setSaved] = useState(() => valuesOf(entity));
  const [conflict, setConflict] = useState<Conflict<E, V>>();
  const isOwnChange = useRef(false);
  const isDirty = !same(values, saved);
  useUnsaved(isDirty);

  const standOn = (next: E, shown: V) => {
    setBase(next);
    setSaved(valuesOf(next));
    setValues(shown);
  };
  useEffect(() => {
    if (versionOf(entity) === versionOf(base)) return;
    const next = valuesOf(entity);
    if (!isDirty) standOn(entity, next);
    // Typed while the save was under way: it is a change of what was saved.
    else if (isOwnChange.current) {
      const changed = changedFields(saved, values, next, form.groups);
      const names = changed.map(({ field }) => field);
      if (!changed.some(({ collides }) => collides))
        standOn(entity, withTheirs(values, next, names, form.groups));
    }
    isOwnChange.current = false;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new version, or a save, changes what the form stands on
  }, [entity, saved]);

  const send = async (sent: V, onto: E): Promise<void> => {
    try {
      await form.save(sent, onto);
      isOwnChange.current = true;
      setSaved(sent);
    } catch (error) {
      if (!(error instanceof ApiError && error.has('changed_since_read'))) return;
      const theirs = await form.read().catch(() => undefined);
      // Could not be read: the error stays on the page, and saving again asks again.
      if (theirs === undefined || versionOf(theirs) === versionOf(onto)) return;
      const fields = changedFields(valuesOf(onto), sent, valuesOf(theirs), form.groups);
      if (fields.length > 0) return setConflict({ theirs, mine: sent, fields });
      standOn(theirs, sent);
      await send(sent, theirs);
    }
  };

  return {
    isDirty,
    save: () => send(values, base),
    /** Takes over a state that a save has reached in part. */
    standOn,
    conflict,
    /** Saves what was typed, but for the fields in which what was saved elsewhere stays. */
    resolve: (keepTheirs: readonly string[]) => {
      if (conflict === undefined) return;
      const chosen = withTheirs(conflict.mine, valuesOf(conflict.theirs), keepTheirs, form.groups);
      setConflict(undefined);
      standOn(conflict.theirs, chosen);
      void send(chosen, conflict.theirs);
    },
    /** Shows what was saved elsewhere; what was typed is gone. */
    discard: () => {
      if (conflict === undefined) return;
      setConflict(undefined);
      standOn(conflict.theirs, valuesOf(conflict.theirs));
    },
    /** Back to the form, as it was. */
    putOff: () => setConflict(undefined),
  };
}
