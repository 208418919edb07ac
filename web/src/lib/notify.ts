import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** What every notice has: its button must have a name. */
const notice = () => ({ closeButtonProps: { 'aria-label': i18next.t('common:close') } });

/** Says that something is done; read out by screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ ...notice(), message, color: 'petrol', autoClose: 4_000, role: 'status' });
}

/** Says that something could not be done; read out at once by screen readers. */
export function notifyFailed(message: string): void {
  notifications.show({ ...notice(), message, color: 'red', autoClose: 8_000, role: 'alert' });
}
