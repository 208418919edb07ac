import { Button, Menu } from '@mantine/core';
import { IconBuildingStore, IconChevronDown, IconCode, IconShieldCog } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.ts';
import classes from './layout.module.css';

/** Areas of a person: their stores, their developers, and the platform admin. */
export function useAreas() {
  const t = useTexts('navigation');
  const { stores, developers, staff } = useSession();
  return {
    stores: stores.map(({ id, name }) => ({ to: `/stores/${id}`, name, icon: IconBuildingStore })),
    developers: developers.map(({ id, name }) => ({ to: `/developers/${id}`, name, icon: IconCode })),
    platform: staff ? [{ to: '/platform', name: t('areas.platform'), icon: IconShieldCog }] : [],
  };
}

/** Shows the current area and switches to others. */
export function AreaSwitcher() {
  const t = useTexts('navigation');
  const areas = useAreas();
  const { pathname } = useLocation();
  const all = [...areas.stores, ...areas.developers, ...areas.platform];
  const current = all.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  if (all.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          miw={0}
          maw={{ base: 150, xs: 260 }}
          px="sm"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('switcher.label', { name: current?.name ?? t('switcher.none') })}
        >
          <span className={classes['name']}>{current?.name ?? t('switcher.none')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {(['stores', 'developers', 'platform'] as const).map((kind) =>
          areas[kind].length === 0 ? null : (
            <div key={kind} role="group" aria-label={t(`areas.${kind}`)}>
              <Menu.Label>{t(`areas.${kind}`)}</Menu.Label>
              {areas[kind].map(({ to, name, icon: Icon }) => (
                <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} aria-hidden />}>
                  {name}
                </Menu.Item>
              ))}
            </div>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
