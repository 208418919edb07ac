import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Modal, Skeleton } from '@mantine/core';
import { useTexts } from '../lib/texts.ts';
import type { Conflict } from '../lib/versioned.ts';

const load = () => import('./ChangedChoices.tsx');
// `lazy` does not keep the type parameters.
const Choices = lazy(load) as unknown as <E, V>(
  props: Changed<E, V> & { conflict: Conflict<E, V> },
) => ReactNode;

/** What the dialog works with. */
export interface Changed<E, V> {
  versioned: {
    isDirty: boolean;
    conflict: Conflict<E, V> | undefined;
    resolve: (keepTheirs: readonly string[]) => void;
    discard: () => void;
    putOff: () => void;
  };
  /** What the page calls a field. */
  label: (field: string) => string;
  /** A value as the page shows it; undefined where the usual way will do. */
  show?: (field: string, value: unknown) => ReactNode;
  /** When it was changed, where that is known. */
  at?: (entity: E) => string;
}

/** Shows what somebody else saved while a form was open, field by field, and lets the person choose. */
export function ChangedDialog<E, V>({ versioned, ...shown }: Changed<E, V>) {
  const t = useTexts('common');
  const { conflict, isDirty, putOff } = versioned;
  useEffect(() => {
    // It must be there when it is needed, also after another version of the pages was installed.
    if (isDirty) load().catch(() => undefined);
  }, [isDirty]);
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={putOff}
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
