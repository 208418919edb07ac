import type { ReactNode } from 'react';
import classes from './platform.module.css';

/** Vertical list of names and values. */
export function Facts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
