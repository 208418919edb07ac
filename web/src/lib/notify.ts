import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Props of every notification: its close button needs a label. */
const closing = () => ({ closeButtonProps: { 'aria-label': i18next.t('common:close') } });

/** Shows a success notification, announced by screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'petrol', autoClose: 4_000, role: 'status', ...closing() });
}

/** Shows a refusal for longer, announced immediately by screen readers. */
export function notifyRefused(title: string, message: string): void {
  notifications.show({ title, message, color: 'red.9', autoClose: 10_000, role: 'alert', ...closing() });
}

/** Shows a failure, announced immediately by screen readers. */
export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red.9', autoClose: 8_000, role: 'alert', ...closing() });
}
