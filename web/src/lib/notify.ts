import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Says that something is done; read out by screen readers. */
export function notifyDone(message: string): void {
  notifications.show({
    message,
    color: 'petrol',
    autoClose: 4_000,
    role: 'status',
    closeButtonProps: { 'aria-label': i18next.t('close') },
  });
}
