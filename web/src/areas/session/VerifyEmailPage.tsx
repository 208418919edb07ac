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

/** Completes the sign-up of a developer or merchant; the emailed link verifies the address. */
export default function VerifyEmailPage() {
  const t = useTexts('session');
  return (
    <CenteredPage title={t('verify.title')}>
      <VerifyEmail />
    </CenteredPage>
  );
}

function VerifyEmail() {
  const t = useTexts('session');
  const token = useMailedSecret();
  const [language] = useLanguage();
  const navigate = useNavigate();
  const changeSession = useChangeSession();
  const { data, error, refetch } = useRead(
    peopleRoutes.getSignUp,
    { body: { token } },
    { enabled: token !== '' },
  );
  const complete = useAct(peopleRoutes.completeSignUp, {
    onSuccess: ({ session, developer, store }) => {
      changeSession(session);
      void navigate(store === '' ? `/developers/${developer}` : `/stores/${store}`, { replace: true });
    },
  });
  if (token === '' || error?.status === 404 || complete.error?.status === 404)
    return <ExpiredLink about={t('verify.expired')} to="/sign-up" action={t('verify.again')} />;
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  const isMerchant = data.storeName !== '';
  return (
    <Stack>
      <Text>
        {isMerchant
          ? t('verify.aboutStore', { store: data.storeName })
          : t('verify.about', { developer: data.developerName })}
      </Text>
      <LinkVisitorForm
        addressee={data}
        name={data.name}
        asksShop={isMerchant}
        submit={t(isMerchant ? 'verify.openStore' : 'verify.submit')}
        isPending={complete.isPending}
        error={complete.error}
        onSubmit={(visitor, shop) =>
          complete.mutate({
            body: {
              token,
              language,
              ...visitor,
              ...(isMerchant ? { shop: { ...shop, streetNumber: Number(shop.streetNumber) } } : {}),
            },
          })
        }
      />
    </Stack>
  );
}
