import { personalMail, type MailContent, type MailDraftContent } from '@commerce/service-kit/mail/body.ts';
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
  return personalMail(person, { es: spanish, en: english }, facts);
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

const spanish = (
  name: string,
  { appName, kind, approved, reason, appUrl }: AppReviewed,
): MailDraftContent => ({
  lang: 'es',
  subject: approved ? `Aprobamos ${appName} en Mostrador` : `No aprobamos ${appName} en Mostrador`,
  paragraphs: [`Hola, ${name}:`, SPANISH[kind][approved ? 'approved' : 'rejected']],
  facts: [
    ['App', appName],
    [approved ? 'Mensaje' : 'Motivo', reason],
  ],
  link: { label: 'Ver la app', url: appUrl },
  reason: 'Te escribimos porque tu cuenta de desarrolladores de Mostrador pidió esta revisión.',
});

const english = (
  name: string,
  { appName, kind, approved, reason, appUrl }: AppReviewed,
): MailDraftContent => ({
  lang: 'en',
  subject: approved ? `Mostrador approved ${appName}` : `Mostrador did not approve ${appName}`,
  paragraphs: [`Hello ${name},`, ENGLISH[kind][approved ? 'approved' : 'rejected']],
  facts: [
    ['App', appName],
    [approved ? 'Message' : 'Reason', reason],
  ],
  link: { label: 'See the app', url: appUrl },
  reason: 'We write to you because your Mostrador developer account asked for this review.',
});
