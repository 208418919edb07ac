import {
  mailContent,
  mailLanguage,
  type MailContent,
  type MailDraftContent,
} from '@commerce/service-kit/mail/body.ts';

/** A sign-up and the reader of its mail. */
export interface SignUpReader {
  language: string;
  /** Null for a merchant. */
  developerName: string | null;
  /** Null when no account has the email. */
  personName: string | null;
  personLanguage: string | null;
}

/**
 * The mail that verifies the email of a sign-up, in the language of its reader. It contains nothing that was typed,
 * because anyone can have it sent to any address.
 */
export function signUpMail(reader: SignUpReader, link: string): MailContent {
  const write = mailLanguage(reader.personLanguage ?? reader.language) === 'en' ? english : spanish;
  return mailContent(write(reader, link));
}

const spanish = ({ personName, developerName }: SignUpReader, url: string): MailDraftContent => ({
  lang: 'es',
  subject:
    developerName === null
      ? 'Confirmá tu correo para abrir tu tienda en Mostrador'
      : 'Confirmá tu correo para desarrollar apps en Mostrador',
  paragraphs: [
    personName === null ? 'Hola:' : `Hola, ${personName}:`,
    developerName === null
      ? 'Alguien pidió abrir una tienda en Mostrador con este correo electrónico.'
      : 'Alguien pidió una cuenta de desarrollador de Mostrador con este correo electrónico.',
    personName === null
      ? 'Si fuiste vos, confirmalo y elegí una contraseña.'
      : 'Ya tenés una cuenta con este correo electrónico: si fuiste vos, confirmalo y entrá con tu contraseña de siempre.',
  ],
  link: { label: 'Confirmar el correo', url },
  footnote:
    'El enlace sirve una sola vez, durante un día. Si no lo pediste, no hagas nada: no se crea ninguna cuenta.',
  reason: 'Te escribimos porque alguien escribió este correo electrónico al crear una cuenta de Mostrador.',
});

const english = ({ personName, developerName }: SignUpReader, url: string): MailDraftContent => ({
  lang: 'en',
  subject:
    developerName === null
      ? 'Confirm your email to open your store on Mostrador'
      : 'Confirm your email to develop apps for Mostrador',
  paragraphs: [
    personName === null ? 'Hello,' : `Hello ${personName},`,
    developerName === null
      ? 'Someone asked to open a store on Mostrador with this email.'
      : 'Someone asked for a Mostrador developer account with this email.',
    personName === null
      ? 'If it was you, confirm it and choose a password.'
      : 'You have an account with this email already: if it was you, confirm it and sign in with your usual password.',
  ],
  link: { label: 'Confirm the email', url },
  footnote: 'The link works once, for a day. If you did not ask for it, do nothing: no account is made.',
  reason: 'We write to you because someone entered this email to create a Mostrador account.',
});
