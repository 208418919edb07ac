import { mailContent, type MailContent, type MailLanguage } from '@commerce/service-kit/mail/body.ts';

/** Whom a sign-up's mail goes to. */
export interface SignUpReader {
  language: string;
  /** Null when nobody has the e-mail so far. */
  person_name: string | null;
  person_language: string | null;
}

/**
 * The mail that asks who signed up as a developer whether the e-mail is theirs; in their language. Nothing that was typed is in it: anybody
 * can have it sent to anybody.
 */
export function signUpMail(reader: SignUpReader, link: string): MailContent {
  const language = reader.person_language ?? reader.language;
  const write = language === 'en' ? english : spanish;
  return mailContent([write(reader.person_name, link)]);
}

const spanish = (personName: string | null, url: string): MailLanguage => ({
  lang: 'es',
  subject: 'Confirmá tu e-mail para desarrollar apps',
  paragraphs: [
    personName === null ? 'Hola:' : `Hola, ${personName}:`,
    'Alguien pidió una cuenta de desarrollador con este e-mail.',
    personName === null
      ? 'Si fuiste vos, confirmalo y elegí una contraseña.'
      : 'Ya tenés una cuenta con este e-mail: si fuiste vos, confirmalo y entrá con tu contraseña de siempre.',
  ],
  link: { label: 'Confirmar el e-mail', url },
  footnote:
    'El enlace sirve una sola vez, durante un día. Si no lo pediste, no hagas nada: no se crea ninguna cuenta.',
});

const english = (personName: string | null, url: string): MailLanguage => ({
  lang: 'en',
  subject: 'Confirm your e-mail to develop apps',
  paragraphs: [
    personName === null ? 'Hello,' : `Hello ${personName},`,
    'Somebody asked for a developer account with this e-mail.',
    personName === null
      ? 'If it was you, confirm it and choose a password.'
      : 'You have an account with this e-mail already: if it was you, confirm it and sign in with your usual password.',
  ],
  link: { label: 'Confirm the e-mail', url },
  footnote: 'The link works once, for a day. If you did not ask for it, do nothing: no account is made.',
});
