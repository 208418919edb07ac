import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** What every notice has: its button must have a name. */
const closing = () => ({ closeButtonProps: { 'aria-label': i18next.t('common:close') } });

/** Says that something is done; read out by screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'petrol', autoClose: 4_000, role: 'status', ...closing() });
}

/** Says that something was refused, for longer, and read out at once. */
export function notifyRefused(title: string, message: string): void {
  notifications.show({ title, message, color: 'red.9', autoClose: 10_000, role: 'alert', ...closing() });
}

/** Says that something could not be done; read out at once by screen readers. */
export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red.9', autoClose: 8_000, role: 'alert', ...closing() });
}
