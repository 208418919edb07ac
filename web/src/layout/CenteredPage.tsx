import { useEffect, type ReactNode } from 'react';
import { Group, Stack, Text, Title } from '@mantine/core';
import { PRODUCT } from '@commerce/console-api/product.ts';
import { Brand } from '../brand/Brand.tsx';
import { useTexts } from '../lib/texts.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import classes from './layout.module.css';

/** Page with a single centered card: signing in, and other pages without a menu. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts('session');
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  return (
    <main className={classes['centered']}>
      <Group gap={4} className={classes['tools']}>
        <LanguageMenu />
        <ThemeButton />
      </Group>
      <Stack gap={6} align="center">
        <Brand />
        <Text size="sm" c="dimmed" ta="center">
          {t('tagline')}
        </Text>
      </Stack>
      <div className={classes['card']}>
        <Title order={1} size="h3" mb="md">
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
}
