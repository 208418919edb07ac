import { serviceNames } from '../local/services.ts';

/** Users of NATS: one for each service, and one for people who administer the streams. */
export const natsUserNames = [...serviceNames, 'admin'] as const;
