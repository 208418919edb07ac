import type { Role } from '@commerce/console-api/access.ts';
import { useTexts } from '../../../lib/texts.ts';

/** Selectable roles, the most powerful first. */
export function useRoles(): { value: Role; label: string }[] {
  const t = useTexts('team');
  return (['owner', 'manager', 'sales', 'stock'] as const).map((value) => ({
    value,
    label: t(`roles.${value}`),
  }));
}
