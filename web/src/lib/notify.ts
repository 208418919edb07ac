import i18next from 'i18next';
import { notifications } from '@mantine/notifications';

/** Says that something is done; read out by screen readers. */
export function notifyDone(message: string): void {
  const closeButtonProps = { 'aria-label': i18next.t('common:close') };
  notifications.show({ message, color: 'petrol', autoClose: 4_000, role: 'status', closeButtonProps });
}
