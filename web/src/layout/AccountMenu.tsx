import { ActionIcon, Menu } from '@mantine/core';
import { IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import { useAct } from '../lib/api.ts';
import { notifyFailed } from '../lib/notify.ts';
import { errorText } from '../lib/problems.ts';
import { useChangeSession, useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/texts.ts';
import { hasUnsaved, confirmLeave } from '../lib/unsaved.ts';

/** Menu with the signed-in person and the sign-out action. */
export function AccountMenu() {
  const t = useTexts('common');
  const { person } = useSession();
  const changeSession = useChangeSession();
  const signOut = useAct(sessionRoutes.signOut, {
    onSuccess: () => changeSession(null),
    onError: (error) => notifyFailed(errorText(t, error)),
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          radius="xl"
          aria-label={t('account', { name: person.name })}
        >
          <IconUserCircle size={24} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.name}
          <br />
          {person.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} aria-hidden />}>
          {t('yourAccount')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => confirmLeave(hasUnsaved(), () => signOut.mutate({}))}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
