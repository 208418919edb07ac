import { useEffect, useRef, type ReactNode } from 'react';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Alert above a form. It is scrolled into view and focused, because the button that was pressed may be far below it. */
export function FormAlert({
  cause,
  color = 'red',
  children,
}: {
  /** Reason for the alert; another one is shown like a new alert. */
  cause: unknown;
  color?: string;
  children: ReactNode;
}) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    alert.current?.focus({ preventScroll: true });
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, [cause]);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color={color}
      variant="light"
      icon={<IconAlertTriangle />}
      role="alert"
      mb="md"
      // Clear of the header and of a bar below the form.
      style={{ scrollMarginBlock: '5rem' }}
    >
      {children}
    </Alert>
  );
}
