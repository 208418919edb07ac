import { Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { CenteredPage } from '../../layout/CenteredPage.tsx';
import { PageSkeleton } from '../../layout/PageSkeleton.tsx';
import { useAct, useRead } from '../../lib/api.ts';
import { useChangeSession } from '../../lib/session.tsx';
import { useLanguage, useTexts } from '../../lib/texts.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ExpiredLink } from './ExpiredLink.tsx';
import { useMailedSecret } from './mailed-secret.ts';
import { LinkVisitorForm } from './LinkVisitorForm.tsx';

/** Accepts an invitation to a team. */
export default function InvitationPage() {
  const t = useTexts('session');
  return (
    <CenteredPage title={t('invitation.title')}>
      <Invitation />
    </CenteredPage>
  );
}

function Invitation() {
  const t = useTexts('session');
  const roles = useTexts('team');
  const token = useMailedSecret();
  const [language] = useLanguage();
  const navigate = useNavigate();
  const changeSession = useChangeSession();
  const { data, error, refetch } = useRead(
    peopleRoutes.getInvitation,
    { body: { token } },
    { enabled: token !== '' },
  );
  const accept = useAct(peopleRoutes.acceptInvitation, {
    onSuccess: ({ session, team }) => {
      changeSession(session);
      void navigate(data?.isDeveloper ? `/developers/${team}` : `/stores/${team}`, { replace: true });
    },
  });
  if (token === '' || error?.status === 404 || accept.error?.status === 404)
    return <ExpiredLink about={t('invitation.expired')} to="/sign-in" action={t('expiredLink.signIn')} />;
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <Stack>
      <Text>{t('invitation.about', { name: data.invitedBy, team: data.teamName })}</Text>
      <Text size="sm" c="dimmed">
        {t('invitation.role', { role: roles(`roles.${data.role}`) })}{' '}
        {roles(`${data.isDeveloper ? 'developer' : 'store'}RoleAbout.${data.role}`)}
      </Text>
      <LinkVisitorForm
        addressee={data}
        submit={t('invitation.submit')}
        isPending={accept.isPending}
        error={accept.error}
        onSubmit={(visitor) => accept.mutate({ body: { token, language, ...visitor } })}
      />
    </Stack>
  );
}
