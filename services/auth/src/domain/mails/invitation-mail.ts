import {
  mailContent,
  mailTimestamp,
  type MailContent,
  type MailLanguage,
} from '@commerce/service-kit/mail/body.ts';
import type { Role } from '../role.ts';

/** Facts of an invitation. */
export interface InvitationFacts {
  storeName: string;
  /** Name of the person who invites. */
  invitedBy: string;
  role: Role;
  expiresAt: Date;
  /** Null when no account has the email. */
  personLanguage: string | null;
}

const ROLES: Record<Role, { es: string; en: string }> = {
  owner: { es: 'Dueño o dueña', en: 'Owner' },
  manager: { es: 'Encargado o encargada', en: 'Manager' },
  sales: { es: 'Ventas', en: 'Sales' },
  stock: { es: 'Depósito', en: 'Stock' },
};

/** The mail that invites a person to a store, in their language, or in both when that is not known. */
export function invitationMail(facts: InvitationFacts, link: string): MailContent {
  if (facts.personLanguage === null) return mailContent([spanish(facts, link), english(facts, link)]);
  return mailContent([facts.personLanguage === 'en' ? english(facts, link) : spanish(facts, link)]);
}

const spanish = (facts: InvitationFacts, url: string): MailLanguage => ({
  lang: 'es',
  subject: `${facts.invitedBy} te invita a ${facts.storeName}`,
  paragraphs: [`${facts.invitedBy} te invita a trabajar en la tienda ${facts.storeName}.`],
  facts: [
    ['Tu rol', ROLES[facts.role].es],
    ['Vence', mailTimestamp(facts.expiresAt.getTime())],
  ],
  link: { label: 'Aceptar la invitación', url },
  footnote: 'El enlace es personal y sirve una sola vez. Si no esperabas esta invitación, no hagas nada.',
});

const english = (facts: InvitationFacts, url: string): MailLanguage => ({
  lang: 'en',
  subject: `${facts.invitedBy} invites you to ${facts.storeName}`,
  paragraphs: [`${facts.invitedBy} invites you to work in the store ${facts.storeName}.`],
  facts: [
    ['Your role', ROLES[facts.role].en],
    ['Expires', mailTimestamp(facts.expiresAt.getTime())],
  ],
  link: { label: 'Accept the invitation', url },
  footnote: 'The link is personal and works once. If you did not expect this invitation, do nothing.',
});
