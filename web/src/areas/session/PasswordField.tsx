import { PasswordInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTexts } from '../../lib/texts.ts';

/** Field for a current password, or for a new one with its requirements. */
export function PasswordField({
  label,
  isNew = false,
  autoFocus = false,
  field,
}: {
  label: string;
  isNew?: boolean;
  autoFocus?: boolean;
  /** Input props from the form. */
  field: GetInputPropsReturnType;
}) {
  const t = useTexts('session');
  return (
    <PasswordInput
      name={isNew ? 'new-password' : 'password'}
      label={label}
      {...(isNew ? { description: t('password.rule') } : {})}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoFocus={autoFocus}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword'), tabIndex: 0 }}
      {...field}
    />
  );
}
