import { useEffect, useRef, type ReactNode } from 'react';
import { Group, Stack, Text, Title } from '@mantine/core';
import { PRODUCT } from '@commerce/console-api/product.ts';
import classes from './ui.module.css';

let firstPage = true;

/**
 * Page header: title (also the window's), description, and actions. After a navigation the title has the focus, so that
 * a screen reader announces the page.
 */
export function PageHeader({
  title,
  about,
  actions,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  useEffect(() => {
    if (!firstPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes['heading']}>
          {title}
        </Title>
        {about === undefined ? null : <Text c="dimmed">{about}</Text>}
      </Stack>
      {actions === undefined ? null : <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
