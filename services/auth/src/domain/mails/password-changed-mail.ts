import {
  mailContent,
  mailTimestamp,
  type MailContent,
  type MailLanguage,
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
  return mailContent([person.language === 'en' ? english(person.name, facts) : spanish(person.name, facts)]);
}

const spanish = (name: string, { atMs, forgotUrl }: PasswordChanged): MailLanguage => ({
  lang: 'es',
  subject: 'Tu contraseña cambió',
  paragraphs: [
    `Hola, ${name}:`,
    'La contraseña de tu cuenta cambió, y se cerraron las demás sesiones. Si fuiste vos, no tenés que hacer nada.',
  ],
  facts: [['Cuándo', mailTimestamp(atMs)]],
  link: { label: 'No fui yo', url: forgotUrl },
  footnote: 'Si no fuiste vos, pedí una contraseña nueva ahora: eso cierra todas las sesiones.',
});

const english = (name: string, { atMs, forgotUrl }: PasswordChanged): MailLanguage => ({
  lang: 'en',
  subject: 'Your password was changed',
  paragraphs: [
    `Hello ${name},`,
    'The password of your account was changed, and the other sessions were ended. If it was you, there is nothing to do.',
  ],
  facts: [['When', mailTimestamp(atMs)]],
  link: { label: 'It was not me', url: forgotUrl },
  footnote: 'If it was not you, ask for a new password now: that ends every session.',
});
