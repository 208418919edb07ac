import { mailContent, type MailContent, type MailLanguage } from '@commerce/service-kit/mail/body.ts';
import type { ReviewRecord } from '../review.ts';

/** Facts of a decided review. */
export interface AppReviewed {
  appName: string;
  kind: ReviewRecord['kind'];
  approved: boolean;
  /** Message of the staff to the developer; may be empty. */
  reason: string;
  /** Page of the app in the developer portal. */
  appUrl: string;
}

/** The mail to a developer's member with the outcome of an app review, in their language. */
export function appReviewedMail(person: { name: string; language: string }, facts: AppReviewed): MailContent {
  return mailContent([person.language === 'en' ? english(person.name, facts) : spanish(person.name, facts)]);
}

const SPANISH = {
  publication: {
    approved: 'Tu app está publicada: cualquier comercio puede conectarla.',
    rejected: 'No la publicamos por ahora. Podés corregirla y volver a pedir la revisión.',
  },
  change: {
    approved:
      'El cambio ya vale. Las tiendas que tienen la app conservan sus permisos hasta que vuelvan a autorizarla.',
    rejected: 'La app sigue publicada como estaba. Podés corregir el cambio y volver a pedir la revisión.',
  },
};

const ENGLISH = {
  publication: {
    approved: 'Your app is published: any merchant can connect it.',
    rejected: 'We do not publish it for now. You can fix it and ask for a review again.',
  },
  change: {
    approved:
      'The change is in force. Stores that have the app keep their permissions until they authorize it again.',
    rejected: 'The app stays published as it was. You can fix the change and ask for a review again.',
  },
};

const spanish = (name: string, { appName, kind, approved, reason, appUrl }: AppReviewed): MailLanguage => ({
  lang: 'es',
  subject: approved ? `Aprobamos ${appName}` : `No aprobamos ${appName}`,
  paragraphs: [`Hola, ${name}:`, SPANISH[kind][approved ? 'approved' : 'rejected']],
  facts: [['App', appName], ...fact(approved ? 'Mensaje' : 'Motivo', reason)],
  link: { label: 'Ver la app', url: appUrl },
});

const english = (name: string, { appName, kind, approved, reason, appUrl }: AppReviewed): MailLanguage => ({
  lang: 'en',
  subject: approved ? `${appName} was approved` : `${appName} was not approved`,
  paragraphs: [`Hello ${name},`, ENGLISH[kind][approved ? 'approved' : 'rejected']],
  facts: [['App', appName], ...fact(approved ? 'Message' : 'Reason', reason)],
  link: { label: 'See the app', url: appUrl },
});

const fact = (name: string, value: string): [string, string][] => (value === '' ? [] : [[name, value]]);
