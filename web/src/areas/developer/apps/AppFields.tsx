import { ActionIcon, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { AppBody } from '@commerce/console-api/routes/developer.ts';
import { SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ScopeText } from '../../../ui/review/ReviewChanges.tsx';

export type AppForm = UseFormReturnType<AppBody>;

const MAX_REDIRECT_URIS = 10;

/** Initial values of a new app. */
export const EMPTY_APP: AppBody = {
  name: '',
  description: '',
  logoUrl: '',
  redirectUris: [''],
  scopes: [],
  supportUrl: '',
  supportEmail: '',
  installUrl: '',
};

/** Texts of the problems of an app's fields. */
export function useProblemText(): (problem: string) => string {
  const t = useTexts('developer');
  const common = useTexts('common');
  return (problem) => t(`form.problems.${problem}`, common(`problems.${problem}`));
}

/** App details shown to merchants. */
export function BasicFields({ form }: { form: AppForm }) {
  const t = useTexts('developer');
  return (
    <Stack>
      <TextInput
        label={t('form.name')}
        description={t('form.nameAbout')}
        maxLength={60}
        required
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('form.description')}
        maxLength={500}
        autosize
        minRows={3}
        {...form.getInputProps('description')}
      />
      <TextInput
        label={t('form.logoUrl')}
        description={t('form.logoAbout')}
        type="url"
        placeholder="https://"
        {...form.getInputProps('logoUrl')}
      />
      <TextInput
        label={t('form.installUrl')}
        description={t('form.installAbout')}
        type="url"
        placeholder="https://"
        {...form.getInputProps('installUrl')}
      />
      <Group grow align="flex-start">
        <TextInput
          label={t('form.supportUrl')}
          type="url"
          placeholder="https://"
          {...form.getInputProps('supportUrl')}
        />
        <TextInput label={t('form.supportEmail')} type="email" {...form.getInputProps('supportEmail')} />
      </Group>
    </Stack>
  );
}

/** Redirect URLs after the consent page. */
export function RedirectFields({ form }: { form: AppForm }) {
  const t = useTexts('developer');
  const { redirectUris } = form.getValues();
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('form.redirectAbout')}
      </Text>
      {redirectUris.map((_uri, at) => (
        // A URL has no identity other than its index.
        <Group key={at} wrap="nowrap" align="flex-start" gap="xs">
          <TextInput
            flex={1}
            type="url"
            placeholder="https://app.example/callback"
            aria-label={t('form.redirectUri', { number: at + 1 })}
            {...form.getInputProps(`redirectUris.${at}`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            disabled={redirectUris.length === 1}
            aria-label={t('form.removeRedirect', { number: at + 1 })}
            onClick={() => form.removeListItem('redirectUris', at)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={redirectUris.length >= MAX_REDIRECT_URIS}
          onClick={() => form.insertListItem('redirectUris', '')}
        >
          {t('form.addRedirect')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Scopes that the app may request from merchants. */
export function ScopeFields({ form }: { form: AppForm }) {
  const t = useTexts('developer');
  return (
    <Checkbox.Group
      label={t('form.scopes')}
      description={t('form.scopesAbout')}
      {...form.getInputProps('scopes')}
    >
      <Stack gap="xs" mt="sm">
        {SCOPE_NAMES.map((scope) => (
          <Checkbox key={scope} value={scope} label={<ScopeText scope={scope} />} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
