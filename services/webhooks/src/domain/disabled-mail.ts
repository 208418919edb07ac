import { escapeHtml } from '@commerce/service-kit/html.ts';

/** What there is to tell of an endpoint that was disabled. */
export interface DisabledFacts {
  url: string;
  /** The first failure since the last success. */
  failingSinceMs: number;
  disabledAtMs: number;
  /** What was wrong at the last attempt, in words. */
  lastError: string;
  cancelledDeliveries: number;
}

/** A mail without its addresses. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Who the mail is for is not known by language: both are in it. */
interface Language {
  lang: string;
  paragraphs: string[];
  facts: [name: string, value: string][];
}

/** The mail that tells an app's developer that its webhook was disabled (contract, section 6, "Retries, disabling, log, replay"). */
export function disabledMail(appName: string, facts: DisabledFacts): MailContent {
  const languages = [spanish(appName, facts), english(appName, facts)];
  return {
    subject: `El webhook de ${oneLine(appName)} fue desactivado / The webhook of ${oneLine(appName)} was disabled`,
    text: `${languages.map(asText).join('\n\n-- \n\n')}\n`,
    html: `<!doctype html>\n<html lang="es"><body>\n${languages.map(asHtml).join('\n<hr>\n')}\n</body></html>\n`,
  };
}

const spanish = (appName: string, facts: DisabledFacts): Language => ({
  lang: 'es',
  paragraphs: [
    `Todas las entregas al webhook de ${appName} fallaron durante 48 horas seguidas. Lo desactivamos: no le enviamos más eventos hasta que lo reactives en el portal de desarrolladores.`,
    'Los eventos obligatorios (app.uninstalled, store.redact, customers.redact, customers.data_request) esperan y se envían al reactivarlo. Las entregas canceladas se pueden reenviar desde el portal.',
  ],
  facts: [
    ['Dirección', facts.url],
    ['Falla desde', moment(facts.failingSinceMs)],
    ['Desactivado', moment(facts.disabledAtMs)],
    ['Último error', facts.lastError],
    ['Entregas canceladas', String(facts.cancelledDeliveries)],
  ],
});

const english = (appName: string, facts: DisabledFacts): Language => ({
  lang: 'en',
  paragraphs: [
    `Every delivery to the webhook of ${appName} failed for 48 consecutive hours. We have disabled it: it is sent no more events until you reactivate it in the developer portal.`,
    'The mandatory events (app.uninstalled, store.redact, customers.redact, customers.data_request) wait and are sent when it is reactivated. Cancelled deliveries can be replayed from the portal.',
  ],
  facts: [
    ['Address', facts.url],
    ['Failing since', moment(facts.failingSinceMs)],
    ['Disabled', moment(facts.disabledAtMs)],
    ['Last error', facts.lastError],
    ['Cancelled deliveries', String(facts.cancelledDeliveries)],
  ],
});

const asText = ({ paragraphs, facts }: Language): string =>
  [...paragraphs, facts.map(([name, value]) => `${name}: ${value}`).join('\n')].join('\n\n');

const asHtml = ({ lang, paragraphs, facts }: Language): string => {
  const rows = facts.map(
    ([name, value]) => `<tr><th align="left">${name}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const told = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  return `<div lang="${lang}">\n${told.join('\n')}\n<table>\n${rows.join('\n')}\n</table>\n</div>`;
};

const moment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

// eslint-disable-next-line no-control-regex -- what ends a line is what must not be in a header
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
