import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTexts } from '../lib/texts.ts';

/** Toggles light and dark; the system setting applies until it is used. */
export function ThemeButton() {
  const t = useTexts('common');
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  const other = shown === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => setColorScheme(other)}
      aria-label={t(`theme.${other}`)}
    >
      {shown === 'light' ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
    </ActionIcon>
  );
}
