import type { ReactNode } from 'react';
import { UnstyledButton } from '@mantine/core';
import { Link } from 'react-router';
import classes from './ui.module.css';

/** Title of a row of a list: a link, a button, or text, with a second line that a compact list shows beside it. */
export function RowTitle({
  to,
  onClick,
  label,
  second,
  children,
}: {
  to?: string;
  onClick?: () => void;
  /** Accessible name of the button. */
  label?: string;
  second?: ReactNode;
  children: string;
}) {
  return (
    <div className={classes['rowTitle']}>
      {to !== undefined ? (
        <Link to={to} className={classes['rowLink']} title={children}>
          {children}
        </Link>
      ) : onClick !== undefined ? (
        <UnstyledButton
          fz="inherit"
          onClick={onClick}
          aria-label={label}
          className={classes['rowLink']}
          title={children}
        >
          {children}
        </UnstyledButton>
      ) : (
        <span className={classes['rowLink']} title={children}>
          {children}
        </span>
      )}
      {second === undefined || second === '' ? null : <span className={classes['second']}>{second}</span>}
    </div>
  );
}
