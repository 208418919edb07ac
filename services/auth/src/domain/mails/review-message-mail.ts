import { personalMail, type MailContent, type MailDraftContent } from '@commerce/service-kit/mail/body.ts';

/** Facts of a message about a review. */
export interface ReviewMessageFacts {
  appName: string;
  /** Name of the author; null when the reader is a developer, who does not learn the names of the staff. */
  authorName: string | null;
  text: string;
  /** Page of the conversation. */
  url: string;
}

/** The mail with a message about a review, in the language of its reader. */
export function reviewMessageMail(
  person: { name: string; language: string },
  facts: ReviewMessageFacts,
): MailContent {
  return personalMail(person, { es: spanish, en: english }, facts);
}

const spanish = (name: string, { appName, authorName, text, url }: ReviewMessageFacts): MailDraftContent => ({
  lang: 'es',
  subject: `Mensaje sobre la revisión de ${appName} en Mostrador`,
  paragraphs: [
    `Hola, ${name}:`,
    authorName === null
      ? `El equipo de Mostrador te escribió sobre la revisión de ${appName}:`
      : `${authorName} escribió sobre la revisión de ${appName}:`,
    text,
  ],
  link: { label: 'Responder', url },
  footnote: 'No leemos las respuestas a este correo: respondé en la página.',
  reason:
    authorName === null
      ? 'Te escribimos porque tu cuenta de desarrolladores de Mostrador pidió esta revisión.'
      : 'Te escribimos porque sos parte del equipo de Mostrador que revisa apps.',
});

const english = (name: string, { appName, authorName, text, url }: ReviewMessageFacts): MailDraftContent => ({
  lang: 'en',
  subject: `Message about the review of ${appName} on Mostrador`,
  paragraphs: [
    `Hello ${name},`,
    authorName === null
      ? `The Mostrador team wrote to you about the review of ${appName}:`
      : `${authorName} wrote about the review of ${appName}:`,
    text,
  ],
  link: { label: 'Answer', url },
  footnote: 'Answers to this email are not read: answer on the page.',
  reason:
    authorName === null
      ? 'We write to you because your Mostrador developer account asked for this review.'
      : 'We write to you because you are on the Mostrador team that reviews apps.',
});
