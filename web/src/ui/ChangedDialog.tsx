import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import type { Conflict } from '../lib/versioned.ts';

const load = () => import('./ChangedChoices.tsx');
// `lazy` does not keep the type parameters.
const Choices = lazy(load) as unknown as <E, V>(
  props: ChangedDialogProps<E, V> & { conflict: Conflict<E, V> },
) => ReactNode;

/** Props of `ChangedDialog`. */
export interface ChangedDialogProps<E, V> {
  versioned: {
    isDirty: boolean;
    conflict: Conflict<E, V> | undefined;
    resolve: (keepTheirs: readonly string[]) => void;
    discard: () => void;
    dismiss: () => void;
  };
  /** Label of a field. */
  label: (field: string) => string;
  /** Renders a value of a field; undefined for the default rendering. */
  show?: (field: string, value: unknown) => ReactNode;
  /** Time of the change, where known. */
  at?: (entity: E) => string;
}

/** Shows field by field what someone else saved while the form was open, and lets the person choose. */
export function ChangedDialog<E, V>({ versioned, ...shown }: ChangedDialogProps<E, V>) {
  const t = useTexts('common');
  const { conflict, isDirty, dismiss } = versioned;
  useEffect(() => {
    // Preloaded, so that it is available after a new version of the pages was deployed.
    if (isDirty) load().catch(() => undefined);
  }, [isDirty]);
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={dismiss}
      title={t('changed.title')}
      centered
      size="lg"
      zIndex={400}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {conflict === undefined ? null : (
        <Suspense fallback={<Skeleton height={240} />}>
          <Choices conflict={conflict} versioned={versioned} {...shown} />
        </Suspense>
      )}
    </Modal>
  );
}
