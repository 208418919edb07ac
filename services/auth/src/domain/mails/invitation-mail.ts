import {
  mailContent,
  mailTimestamp,
  type MailContent,
  type MailLanguage,
} from '@commerce/service-kit/mail/body.ts';
import type { Role } from '../role.ts';

/** What there is to tell of an invitation. */
export interface InvitationFacts {
  store_name: string;
  /** Name of who invites. */
  invited_by: string;
  role: Role;
  expires_at: Date;
  /** Null when nobody has the e-mail so far. */
  person_language: string | null;
}

const ROLES: Record<Role, { es: string; en: string }> = {
  owner: { es: 'Dueño o dueña', en: 'Owner' },
  manager: { es: 'Encargado o encargada', en: 'Manager' },
  sales: { es: 'Ventas', en: 'Sales' },
  stock: { es: 'Depósito', en: 'Stock' },
};

/** The mail that invites somebody to a store; in their language, and in both when that is not known. */
export function invitationMail(facts: InvitationFacts, link: string): MailContent {
  if (facts.person_language === null) return mailContent([spanish(facts, link), english(facts, link)]);
  return mailContent([facts.person_language === 'en' ? english(facts, link) : spanish(facts, link)]);
}

const spanish = (facts: InvitationFacts, url: string): MailLanguage => ({
  lang: 'es',
  subject: `${facts.invited_by} te invita a ${facts.store_name}`,
  paragraphs: [`${facts.invited_by} te invita a trabajar en la tienda ${facts.store_name}.`],
  facts: [
    ['Tu rol', ROLES[facts.role].es],
    ['Vence', mailTimestamp(facts.expires_at.getTime())],
  ],
  link: { label: 'Aceptar la invitación', url },
  footnote: 'El enlace es personal y sirve una sola vez. Si no esperabas esta invitación, no hagas nada.',
});

const english = (facts: InvitationFacts, url: string): MailLanguage => ({
  lang: 'en',
  subject: `${facts.invited_by} invites you to ${facts.store_name}`,
  paragraphs: [`${facts.invited_by} invites you to work in the store ${facts.store_name}.`],
  facts: [
    ['Your role', ROLES[facts.role].en],
    ['Expires', mailTimestamp(facts.expires_at.getTime())],
  ],
  link: { label: 'Accept the invitation', url },
  footnote: 'The link is personal and works once. If you did not expect this invitation, do nothing.',
});
