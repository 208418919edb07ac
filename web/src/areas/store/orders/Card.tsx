import type { ReactNode } from 'react';
import { Group, Title } from '@mantine/core';
import classes from './orders.module.css';

/** Titled section of an order page. */
export function Card({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes['card']} aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </section>
  );
}

/** Facts by name; facts without a value are omitted. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}
