import {
  mailContent,
  mailTimestamp,
  type MailContent,
  type MailLanguage,
} from '@commerce/service-kit/mail/body.ts';

/** What there is to tell of a password that was changed. */
export interface PasswordChanged {
  atMs: number;
  /** Where to ask for another. */
  forgotUrl: string;
}

/** The mail that tells a person that their password was changed; in their language. */
export function passwordChangedMail(
  person: { name: string; language: string },
  told: PasswordChanged,
): MailContent {
  return mailContent([person.language === 'en' ? english(person.name, told) : spanish(person.name, told)]);
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
