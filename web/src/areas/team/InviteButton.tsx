import { useState } from 'react';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserPlus } from '@tabler/icons-react';
import type { Role } from '@commerce/console-api/access.ts';
import { useAct } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { useTexts } from '../../lib/texts.ts';
import { hasUnsaved, confirmLeave } from '../../lib/unsaved.ts';
import { FormProblems } from '../../ui/FormProblems.tsx';
import { useRoles, useTeam } from './use-team.ts';

/** Invites a person to the team. */
export function InviteButton() {
  const t = useTexts('team');
  const common = useTexts('common');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('invite.label')}
      </Button>
      <Modal
        opened={open}
        onClose={() => confirmLeave(hasUnsaved(), () => setOpen(false))}
        title={t('invite.title')}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <InviteForm close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const t = useTexts('team');
  const common = useTexts('common');
  const { kind, routes, params, roles } = useTeam();
  const form = useForm({ initialValues: { email: '', role: roles[kind === 'store' ? 2 : 1] as Role } });
  const invite = useAct(routes.invite, {
    invalidates: [routes.invitations],
    onSuccess: ({ invitation }) => {
      notifications.show({ message: t('invite.sent', { email: invitation.email }) });
      close();
    },
  });
  return (
    <form onSubmit={form.onSubmit((body) => invite.mutate({ params, body }))}>
      <Stack>
        <FormProblems error={invite.error} form={form} />
        <TextInput
          type="email"
          label={t('invite.email')}
          description={t('invite.emailAbout')}
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={254}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label={t('invite.role')} {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {useRoles().map(({ value, label }) => (
              <Radio key={value} value={value} label={label} description={t(`${kind}RoleAbout.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => confirmLeave(form.isDirty(), close)}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {t('invite.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
