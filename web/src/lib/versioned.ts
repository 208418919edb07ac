import { useEffect, useRef, useState } from 'react';
import { ApiError } from './call.ts';
import { changedFields, same, withTheirs, type ChangedField, type Groups } from './compare.ts';
import { useUnsaved } from './unsaved.ts';

/** A save of which only a part took effect. */
export class PartlySaved<E, V> extends Error {
  override name = 'PartlySaved';
  /** Entity with that part. */
  readonly base: E;
  /** Form values, the rest of which is still to be saved. */
  readonly values: V;

  constructor(base: E, values: V, cause: unknown) {
    super('Only a part was saved.', { cause });
    this.base = base;
    this.values = values;
  }
}

/** Form of an entity that others may change concurrently. */
export interface Versioned<E, V extends object> {
  /** Entity as last read. */
  entity: E;
  versionOf: (entity: E) => string;
  valuesOf: (entity: E) => V;
  groups?: Groups | undefined;
  /** Current form values. */
  values: V;
  setValues: (values: V) => void;
  /** Reads the current entity. */
  read: () => Promise<E>;
  /** Saves the changes relative to `base`, with its version. A rejection with `PartlySaved` keeps the part that took effect. */
  save: (values: V, base: E) => Promise<unknown>;
}

/** Conflict with changes that someone else saved while the form was open. */
export interface Conflict<E, V> {
  theirs: E;
  mine: V;
  fields: ChangedField[];
}

/**
 * Keeps a form in sync with its entity. Changes by others appear while the form is untouched; typed values stay.
 * Changes made elsewhere since the last read are never overwritten: when they affect fields of the form, `conflict`
 * waits for the person's choice.
 */
export function useVersioned<E, V extends object>(form: Versioned<E, V>) {
  const { entity, versionOf, valuesOf, values, setValues } = form;
  // Entity that the form is based on, and the saved values of its fields.
  const [base, setBase] = useState(entity);
  const [saved, setSaved] = useState(() => valuesOf(entity));
  const [conflict, setConflict] = useState<Conflict<E, V>>();
  const isOwnChange = useRef(false);
  const isDirty = !same(values, saved);
  useUnsaved(isDirty);

  const rebase = (next: E, shown: V) => {
    setBase(next);
    setSaved(valuesOf(next));
    setValues(shown);
  };
  useEffect(() => {
    if (versionOf(entity) === versionOf(base)) return;
    const next = valuesOf(entity);
    if (!isDirty) rebase(entity, next);
    // Typed while the save was in progress: a change relative to the saved values.
    else if (isOwnChange.current) {
      const changed = changedFields(saved, values, next, form.groups);
      const names = changed.map(({ field }) => field);
      if (!changed.some(({ collides }) => collides))
        rebase(entity, withTheirs(values, next, names, form.groups));
    }
    isOwnChange.current = false;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new version, or a save, changes the base of the form
  }, [entity, saved]);

  const send = async (sent: V, onto: E): Promise<void> => {
    try {
      await form.save(sent, onto);
      isOwnChange.current = true;
      setSaved(sent);
    } catch (thrown) {
      const isPartial = thrown instanceof PartlySaved;
      const error: unknown = isPartial ? thrown.cause : thrown;
      const [mine, from] = isPartial ? [thrown.values as V, thrown.base as E] : [sent, onto];
      if (isPartial) rebase(from, mine);
      if (!(error instanceof ApiError && error.has('changed_since_read'))) return;
      const theirs = await form.read().catch(() => undefined);
      // Reading failed: the error stays on the page, and saving again retries.
      if (theirs === undefined || versionOf(theirs) === versionOf(from)) return;
      const fields = changedFields(valuesOf(from), mine, valuesOf(theirs), form.groups);
      if (fields.length > 0) return setConflict({ theirs, mine, fields });
      rebase(theirs, mine);
      await send(mine, theirs);
    }
  };

  return {
    isDirty,
    save: () => send(values, base),
    /** Returns to the values that were last read. */
    reset: () => rebase(entity, valuesOf(entity)),
    conflict,
    /** Saves the typed values, except for the fields that keep the other person's. */
    resolve: (keepTheirs: readonly string[]) => {
      if (conflict === undefined) return;
      const chosen = withTheirs(conflict.mine, valuesOf(conflict.theirs), keepTheirs, form.groups);
      setConflict(undefined);
      rebase(conflict.theirs, chosen);
      void send(chosen, conflict.theirs);
    },
    /** Replaces the typed values with those saved elsewhere. */
    discard: () => {
      if (conflict === undefined) return;
      setConflict(undefined);
      rebase(conflict.theirs, valuesOf(conflict.theirs));
    },
    /** Returns to the form unchanged. */
    dismiss: () => setConflict(undefined),
  };
}
