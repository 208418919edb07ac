import type { ReactNode } from 'react';

/** A form of a few fields that are kept in the component's own state: Enter in any of them saves, an invalid number keeps it from being saved. */
export function PlainForm({ onSave, children }: { onSave: () => void; children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
    </form>
  );
}
