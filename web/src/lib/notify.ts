import { notifications } from '@mantine/notifications';

/** Says that something is done; read out by screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'petrol', autoClose: 4_000, role: 'status' });
}

/** Says that something could not be done; read out at once by screen readers. */
export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 8_000, role: 'alert' });
}
