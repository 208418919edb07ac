import type { ReactNode } from 'react';
import { Button, Card, Grid, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { customerRoutes, type CustomerBody, type Person } from '@commerce/console-api/routes/customers.ts';
import { useAct, useReadNow } from '../../../lib/api.ts';
import { useEditForm } from '../../../lib/form.ts';
import { notifyDone, notifyFailed } from '../../../lib/notify.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { ChangedDialog } from '../../../ui/ChangedDialog.tsx';
import { FormProblems } from '../../../ui/FormProblems.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AddressFields } from './AddressFields.tsx';

const EMPTY: CustomerBody = { name: '', email: '', phone: '', dni: '', shippingAddresses: [] };

const bodyOf = ({ name, email, phone, dni, shippingAddresses }: Person): CustomerBody => ({
  name,
  email,
  phone,
  dni: dni ?? '',
  shippingAddresses: shippingAddresses.map(({ apartment, notes, ...rest }) => ({
    ...rest,
    apartment: apartment ?? '',
    notes: notes ?? '',
  })),
});

const READS = [customerRoutes.list, customerRoutes.get];

/** Saves a person, new or existing. */
function useEditPerson(person: Person | undefined, isContact: boolean) {
  const t = useTexts('customers');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const create = useAct(customerRoutes.create, {
    invalidates: READS,
    onSuccess: ({ id }) => {
      notifyDone(t('form.saved'));
      void navigate(`/stores/${store}/customers/${id}`, { replace: true });
    },
  });
  const update = useAct(customerRoutes.update, {
    invalidates: READS,
    onSuccess: () => notifyDone(t('form.saved')),
  });
  const readNow = useReadNow();
  const edit = useEditForm<Person | undefined, CustomerBody>({
    entity: person,
    versionOf: (one) => one?.updatedAt ?? '',
    valuesOf: (one) => (one ? bodyOf(one) : EMPTY),
    read: () => readNow(customerRoutes.get, { params: { store, customer: person?.id ?? '' } }),
    save: (body, base) =>
      base === undefined
        ? create.mutateAsync({ params: { store }, body: { ...body, isContact } })
        : update.mutateAsync({
            params: { store, customer: base.id },
            body: { ...body, version: base.updatedAt },
          }),
  });
  const { isPending, error } = person === undefined ? create : update;
  return { ...edit, isPending, error };
}

/** Form of a customer or contact. */
export function CustomerForm({
  person,
  isContact = person?.isContact ?? false,
  aside,
}: {
  person?: Person;
  isContact?: boolean;
  aside?: ReactNode;
}) {
  const t = useTexts('customers');
  const common = useTexts('common');
  const may = useMay();
  // Details of a contact are editable only after it becomes a customer.
  const readOnly = !may('editCustomers') || person?.isContact === true;
  const { form, versioned, isPending, error } = useEditPerson(person, isContact);
  const labels: Record<keyof CustomerBody, string> = {
    name: t('field.name'),
    email: t('field.email'),
    phone: t('field.phone'),
    dni: t('field.dni'),
    shippingAddresses: t('address.title'),
  };
  const field = (name: string) => ({ ...form.getInputProps(name), readOnly });
  return (
    <form onSubmit={form.onSubmit(versioned.save)} noValidate>
      <ChangedDialog
        versioned={versioned}
        label={(name) => labels[name as keyof CustomerBody]}
        at={(one) => one?.updatedAt ?? ''}
      />
      <PageHeader
        title={
          person === undefined
            ? isContact
              ? t('form.newContact')
              : t('form.new')
            : person.name || t('list.nameless')
        }
        about={isContact ? t('form.contactAbout') : undefined}
        actions={
          <>
            {person?.isContact && may('editCustomers') ? <PromoteButton person={person} /> : null}
            {readOnly ? null : (
              <Button type="submit" loading={isPending}>
                {common('save')}
              </Button>
            )}
          </>
        }
      />
      <FormProblems error={error} form={form} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder component="section">
            <Stack>
              <Title order={2} size="h5">
                {t('form.general')}
              </Title>
              <TextInput label={t('field.name')} maxLength={200} required={!isContact} {...field('name')} />
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <TextInput label={t('field.email')} type="email" maxLength={254} {...field('email')} />
                <TextInput label={t('field.phone')} type="tel" maxLength={40} {...field('phone')} />
              </SimpleGrid>
              <TextInput label={t('field.dni')} maxLength={20} inputMode="numeric" {...field('dni')} />
            </Stack>
          </Card>
          <AddressFields form={form} readOnly={readOnly} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>{aside}</Grid.Col>
      </Grid>
    </form>
  );
}

function PromoteButton({ person }: { person: Person }) {
  const t = useTexts('customers');
  const common = useTexts('common');
  const { id: store } = useStore();
  const promote = useAct(customerRoutes.promote, {
    invalidates: READS,
    onSuccess: () => notifyDone(t('form.promoted')),
    onError: (error) => notifyFailed(errorText(common, error)),
  });
  return (
    <Button
      leftSection={<IconUserCheck size={16} aria-hidden />}
      loading={promote.isPending}
      onClick={() => promote.mutate({ params: { store, customer: person.id } })}
    >
      {t('form.promote')}
    </Button>
  );
}
