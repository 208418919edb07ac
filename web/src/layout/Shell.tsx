import { Suspense, useMemo, type ReactNode } from 'react';
import { AppShell, Box, Burger, Group, NavLink, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from 'react-router';
import { PRODUCT } from '@commerce/console-api/product.ts';
import { Brand } from '../brand/Brand.tsx';
import { AreaContext } from '../lib/area.ts';
import { useTexts } from '../lib/texts.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AreaSwitcher } from './AreaSwitcher.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { AreaSkeleton } from './PageSkeleton.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import type { AreaPage } from './pages.ts';
import classes from './layout.module.css';

/** Minimum window width for the menu beside the page (`layout.module.css`); below it, a table has no room beside the menu. */
const MENU_FROM = '68.75em';

/** Frame of the pages for signed-in people: header, the area's menu, and the page. */
export function Shell({
  base,
  pages,
  search,
  children = <Outlet />,
}: {
  /** Path of the area. */
  base: string;
  /** Pages of the area; those with an entry make up the menu. */
  pages: AreaPage[];
  /** Search of the area, in the header. */
  search?: ReactNode;
  children?: ReactNode;
}) {
  const t = useTexts('common');
  const [opened, { toggle, close }] = useDisclosure();
  const hasMenu = pages.some(({ menu }) => menu !== undefined);
  const area = useMemo(() => ({ base, pages }), [base, pages]);
  return (
    <AreaContext value={area}>
      <AppShell
        header={{ height: 56 }}
        {...(hasMenu
          ? { navbar: { width: 232, breakpoint: MENU_FROM, collapsed: { mobile: !opened } } }
          : {})}
        padding={{ base: 'sm', sm: 'md', lg: 'xl' }}
      >
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        <AppShell.Header className={classes['header']}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              {hasMenu ? (
                <Burger
                  opened={opened}
                  onClick={toggle}
                  className={classes['burger']}
                  size="sm"
                  aria-label={t('menu')}
                  aria-expanded={opened}
                />
              ) : null}
              <Link to="/" className={classes['brand']} aria-label={t('home', { product: PRODUCT })}>
                <Brand compact />
              </Link>
              <AreaSwitcher />
            </Group>
            {search}
            <Group gap={4} wrap="nowrap">
              <LanguageMenu />
              <Box visibleFrom="xs">
                <ThemeButton />
              </Box>
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        {hasMenu ? (
          <AppShell.Navbar p="sm" className={classes['navbar']} aria-label={t('menu')}>
            <AppShell.Section grow className={classes['scroll']}>
              <Menu base={base} pages={pages} onGo={close} />
            </AppShell.Section>
          </AppShell.Navbar>
        ) : null}
        <AppShell.Main id="content" tabIndex={-1}>
          <div className={classes['content']}>
            <Suspense fallback={<AreaSkeleton />}>{children}</Suspense>
          </div>
        </AppShell.Main>
      </AppShell>
    </AreaContext>
  );
}

function Menu({ base, pages, onGo }: { base: string; pages: AreaPage[]; onGo: () => void }) {
  const t = useTexts('navigation');
  const pathname = useLocation().pathname.replace(/\/+$/, '');
  const groups = Map.groupBy(
    pages.filter(({ menu }) => menu !== undefined),
    ({ menu }) => menu!.group ?? '',
  );
  const isAt = (path: string) => pathname === path || (path !== base && pathname.startsWith(`${path}/`));
  return (
    <Stack gap="sm">
      {[...groups].map(([group, entries]) => (
        <div key={group} role="group" aria-label={group === '' ? t('groups.top') : t(`groups.${group}`)}>
          {group === '' ? null : (
            <Text size="xs" fw={600} c="dimmed" px="sm" mb={2} aria-hidden>
              {t(`groups.${group}`)}
            </Text>
          )}
          {entries.map(({ path, menu }) => {
            const to = path === '' ? base : `${base}/${path}`;
            const { icon: Icon, text } = menu!;
            const active = isAt(to);
            return (
              <NavLink
                key={path}
                component={Link}
                to={to}
                label={t(`entries.${text}`)}
                leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
                active={active}
                {...(active ? { 'aria-current': 'page' as const } : {})}
                onClick={onGo}
                className={classes['entry']}
              />
            );
          })}
        </div>
      ))}
    </Stack>
  );
}
