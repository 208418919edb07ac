import type { ReactNode } from 'react';

/** Small form kept in the component's own state: Enter in any field saves, an invalid number prevents it. */
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
