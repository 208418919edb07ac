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
  wide = false,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** For lists and figures, which use the whole width of the window. */
  wide?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  useEffect(() => {
    // A form may begin with a focused field.
    if (!firstPage && document.querySelector('main form :focus') === null)
      heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="md" data-wide={wide || undefined}>
      <Stack gap={4}>
        <Title order={1} size="h3" ref={heading} tabIndex={-1} className={classes['heading']}>
          {title}
        </Title>
        {about === undefined ? null : (
          <Text c="dimmed" size="sm">
            {about}
          </Text>
        )}
      </Stack>
      {actions === undefined ? null : <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
