import {
  personalMail,
  mailTimestamp,
  type MailContent,
  type MailDraftContent,
} from '@commerce/service-kit/mail/body.ts';

/** Facts of a password change. */
export interface PasswordChanged {
  atMs: number;
  /** Page that requests another password. */
  forgotUrl: string;
}

/** Password-changed notification, in the language of its reader. */
export function passwordChangedMail(
  person: { name: string; language: string },
  facts: PasswordChanged,
): MailContent {
  return personalMail(person, { es: spanish, en: english }, facts);
}

const spanish = (name: string, { atMs, forgotUrl }: PasswordChanged): MailDraftContent => ({
  lang: 'es',
  subject: 'Tu contraseña de Mostrador cambió',
  paragraphs: [
    `Hola, ${name}:`,
    'La contraseña de tu cuenta cambió, y se cerraron las demás sesiones. Si fuiste vos, no tenés que hacer nada.',
  ],
  facts: [['Cuándo', mailTimestamp(atMs, 'es')]],
  link: { label: 'No fui yo', url: forgotUrl },
  footnote: 'Si no fuiste vos, pedí una contraseña nueva ahora: eso cierra todas las sesiones.',
  reason: 'Te escribimos porque tenés una cuenta de Mostrador con este correo electrónico.',
});

const english = (name: string, { atMs, forgotUrl }: PasswordChanged): MailDraftContent => ({
  lang: 'en',
  subject: 'Your Mostrador password was changed',
  paragraphs: [
    `Hello ${name},`,
    'The password of your account was changed, and the other sessions were ended. If it was you, there is nothing to do.',
  ],
  facts: [['When', mailTimestamp(atMs, 'en')]],
  link: { label: 'It was not me', url: forgotUrl },
  footnote: 'If it was not you, ask for a new password now: that ends every session.',
  reason: 'We write to you because you have a Mostrador account with this email.',
});
