import { lazy, Suspense, useState } from 'react';
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../../lib/texts.ts';
import classes from './search.module.css';

const SearchDialog = lazy(() => import('./SearchDialog.tsx'));

const SHORTCUT = navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K';

/** Search of the whole store in the header, by mouse, `Ctrl K` (`⌘ K`) or `/`. */
export function StoreSearch() {
  const t = useTexts('common');
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  // The second hook listens in fields too, where a slash is text.
  useHotkeys([['/', open]]);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={classes['box']}
        onClick={open}
        visibleFrom="md"
        aria-keyshortcuts="Control+K /"
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes['hint']}>{t('search.open')}</span>
        <Kbd size="xs" aria-hidden>
          {SHORTCUT}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="md"
        aria-label={t('search.open')}
        onClick={open}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
      {opened ? (
        <Suspense fallback={null}>
          <SearchDialog close={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
