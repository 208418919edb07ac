import { personalMail, type MailContent, type MailDraftContent } from '@commerce/service-kit/mail/body.ts';

/** The mail with the link to choose a new password, in the language of its reader. */
export function passwordResetMail(person: { name: string; language: string }, link: string): MailContent {
  return personalMail(person, { es: spanish, en: english }, link);
}

const spanish = (name: string, url: string): MailDraftContent => ({
  lang: 'es',
  subject: 'Elegí una contraseña nueva para Mostrador',
  paragraphs: [
    `Hola, ${name}:`,
    'Alguien pidió cambiar la contraseña de tu cuenta. Si fuiste vos, elegí una nueva.',
  ],
  link: { label: 'Elegir una contraseña', url },
  footnote:
    'El enlace sirve una sola vez, durante una hora. Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.',
  reason: 'Te escribimos porque tenés una cuenta de Mostrador con este correo electrónico.',
});

const english = (name: string, url: string): MailDraftContent => ({
  lang: 'en',
  subject: 'Choose a new password for Mostrador',
  paragraphs: [
    `Hello ${name},`,
    'Someone asked to change the password of your account. If it was you, choose a new one.',
  ],
  link: { label: 'Choose a password', url },
  footnote:
    'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',
  reason: 'We write to you because you have a Mostrador account with this email.',
});
