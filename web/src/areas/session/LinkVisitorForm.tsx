import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'react-router';
import type { ApiError } from '../../lib/call.ts';
import { useTexts } from '../../lib/texts.ts';
import { FormProblems } from '../../ui/FormProblems.tsx';
import { FirstShopFields, NO_SHOP, type TypedShop } from './FirstShopFields.tsx';
import { PasswordField } from './PasswordField.tsx';

/** Details entered by the person who opened an emailed link. */
export interface LinkVisitor {
  name?: string;
  password?: string;
}

/**
 * Signs in the person who opened an emailed link: a new person chooses name and password, an existing one enters the
 * password, and a signed-in one only confirms.
 */
export function LinkVisitorForm({
  addressee,
  name = '',
  asksShop = false,
  submit,
  isPending,
  error,
  onSubmit,
}: {
  addressee: { email: string; personExists: boolean; isSignedIn: boolean };
  /** Name, if known. */
  name?: string;
  /** Asks for the first shop of a store as well. */
  asksShop?: boolean;
  /** Button label. */
  submit: string;
  isPending: boolean;
  error: ApiError | null;
  onSubmit: (visitor: LinkVisitor, shop: TypedShop) => void;
}) {
  const t = useTexts('session');
  const { email, personExists, isSignedIn } = addressee;
  const form = useForm({ initialValues: { name, password: '', shop: NO_SHOP } });
  const visitorOf = (values: { name: string; password: string }): LinkVisitor => {
    if (isSignedIn) return {};
    return personExists ? { password: values.password } : { name: values.name, password: values.password };
  };
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(visitorOf(values), values.shop))}>
      <Stack>
        <Problem error={error} form={form} />
        <TextInput type="email" label={t('signIn.email')} value={email} readOnly autoComplete="username" />
        {personExists ? null : (
          <TextInput
            name="name"
            label={t('visitor.name')}
            autoComplete="name"
            autoFocus
            required
            withAsterisk={false}
            maxLength={100}
            {...form.getInputProps('name')}
          />
        )}
        {isSignedIn ? null : (
          <PasswordField
            label={personExists ? t('signIn.password') : t('password.new')}
            isNew={!personExists}
            autoFocus={personExists}
            field={form.getInputProps('password')}
          />
        )}
        {asksShop ? <FirstShopFields form={form} /> : null}
        <Button type="submit" size="md" loading={isPending} fullWidth>
          {submit}
        </Button>
        {personExists && !isSignedIn ? <ExistingAccount /> : null}
      </Stack>
    </form>
  );
}

function ExistingAccount() {
  const t = useTexts('session');
  return (
    <Text size="sm" c="dimmed">
      {t('visitor.exists')}{' '}
      <Anchor component={Link} to="/forgot-password" inherit>
        {t('signIn.forgot')}
      </Anchor>
    </Text>
  );
}

function Problem({
  error,
  form,
}: {
  error: ApiError | null;
  form: Parameters<typeof FormProblems>[0]['form'];
}) {
  const t = useTexts('session');
  if (!error?.has('wrong_credentials')) return <FormProblems error={error} form={form} />;
  return (
    <Alert color="red" variant="light" role="alert">
      {t('visitor.wrong')}
    </Alert>
  );
}
