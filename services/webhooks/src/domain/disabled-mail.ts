import {
  mailContent,
  mailTimestamp,
  type MailContent,
  type MailDraftContent,
  type MailLanguage,
} from '@commerce/service-kit/mail/body.ts';

/** Mail kind of a disabled endpoint; its recipient is the app, whose contacts are looked up when the mail is sent. */
export const WEBHOOK_DISABLED = 'webhook_disabled';

/** Maximum number of cancelled deliveries that are counted. */
export const MAX_COUNTED = 10_000;

/** Content of the mail of a disabled endpoint. */
export interface DisabledFacts {
  url: string;
  /** Time of the first failure since the last success. */
  failingSinceMs: number;
  disabledAtMs: number;
  /** Error of the last attempt. */
  lastError: string;
  /** The number of deliveries to be cancelled, counted up to `MAX_COUNTED`. */
  cancelledDeliveries: number;
}

/**
 * The notification of an app's developer that its webhook was disabled (contract, section 6, "Retries, disabling, log,
 * replay"), in the language of its readers.
 */
export function disabledMail(language: MailLanguage, appName: string, facts: DisabledFacts): MailContent {
  return mailContent((language === 'en' ? english : spanish)(appName, facts));
}

const countText = ({ cancelledDeliveries: count }: DisabledFacts, orMore: string): string =>
  count < MAX_COUNTED ? String(count) : `${MAX_COUNTED} ${orMore}`;

const spanish = (appName: string, facts: DisabledFacts): MailDraftContent => ({
  lang: 'es',
  subject: `Mostrador desactivó el webhook de ${appName}`,
  paragraphs: [
    `Todas las entregas al webhook de ${appName} fallaron durante 48 horas seguidas. Lo desactivamos: no le enviamos más eventos hasta que lo reactives en el portal de desarrolladores.`,
    'Los eventos obligatorios (app.uninstalled, store.redact, customers.redact, customers.data_request) esperan y se envían al reactivarlo. Las entregas canceladas se pueden reenviar desde el portal.',
  ],
  facts: [
    ['Dirección', facts.url],
    ['Falla desde', mailTimestamp(facts.failingSinceMs, 'es')],
    ['Desactivado', mailTimestamp(facts.disabledAtMs, 'es')],
    ['Último error', facts.lastError],
    ['Entregas canceladas', countText(facts, 'o más')],
  ],
  reason: 'Te escribimos porque sos parte de la cuenta de desarrolladores de esta app en Mostrador.',
});

const english = (appName: string, facts: DisabledFacts): MailDraftContent => ({
  lang: 'en',
  subject: `Mostrador disabled the webhook of ${appName}`,
  paragraphs: [
    `Every delivery to the webhook of ${appName} failed for 48 consecutive hours. We have disabled it: it is sent no more events until you reactivate it in the developer portal.`,
    'The mandatory events (app.uninstalled, store.redact, customers.redact, customers.data_request) wait and are sent when it is reactivated. Cancelled deliveries can be replayed from the portal.',
  ],
  facts: [
    ['Address', facts.url],
    ['Failing since', mailTimestamp(facts.failingSinceMs, 'en')],
    ['Disabled', mailTimestamp(facts.disabledAtMs, 'en')],
    ['Last error', facts.lastError],
    ['Cancelled deliveries', countText(facts, 'or more')],
  ],
  reason: 'We write to you because you are a member of the Mostrador developer account of this app.',
});
