import {
  mailContent,
  mailTimestamp,
  type MailContent,
  type MailLanguage,
} from '@commerce/service-kit/mail/body.ts';
import type { TeamRole } from '../role.ts';

/** Facts of an invitation. */
export interface InvitationFacts {
  /** Name of the store or of the developer account. */
  teamName: string;
  /** Null for an invitation to a store. */
  developerId: string | null;
  /** Name of the person who invites. */
  invitedBy: string;
  role: TeamRole;
  expiresAt: Date;
  /** Null when no account has the email. */
  personLanguage: string | null;
}

const ROLES: Record<TeamRole, { es: string; en: string }> = {
  owner: { es: 'Dueño o dueña', en: 'Owner' },
  manager: { es: 'Encargado o encargada', en: 'Manager' },
  sales: { es: 'Ventas', en: 'Sales' },
  stock: { es: 'Depósito', en: 'Stock' },
  developer: { es: 'Desarrollo', en: 'Developer' },
};

/** The mail that invites a person to a team, in their language, or in both when that is not known. */
export function invitationMail(facts: InvitationFacts, link: string): MailContent {
  if (facts.personLanguage === null) return mailContent([spanish(facts, link), english(facts, link)]);
  return mailContent([facts.personLanguage === 'en' ? english(facts, link) : spanish(facts, link)]);
}

const spanish = (facts: InvitationFacts, url: string): MailLanguage => ({
  lang: 'es',
  subject: `${facts.invitedBy} te invita a ${facts.teamName}`,
  paragraphs: [
    `${facts.invitedBy} te invita a trabajar en ${facts.developerId === null ? 'la tienda' : 'la cuenta de desarrolladores'} ${facts.teamName}.`,
  ],
  facts: [
    ['Tu rol', ROLES[facts.role].es],
    ['Vence', mailTimestamp(facts.expiresAt.getTime())],
  ],
  link: { label: 'Aceptar la invitación', url },
  footnote: 'El enlace es personal y sirve una sola vez. Si no esperabas esta invitación, no hagas nada.',
});

const english = (facts: InvitationFacts, url: string): MailLanguage => ({
  lang: 'en',
  subject: `${facts.invitedBy} invites you to ${facts.teamName}`,
  paragraphs: [
    `${facts.invitedBy} invites you to work in the ${facts.developerId === null ? 'store' : 'developer account'} ${facts.teamName}.`,
  ],
  facts: [
    ['Your role', ROLES[facts.role].en],
    ['Expires', mailTimestamp(facts.expiresAt.getTime())],
  ],
  link: { label: 'Accept the invitation', url },
  footnote: 'The link is personal and works once. If you did not expect this invitation, do nothing.',
});
