import {
  mailContent,
  mailLanguage,
  mailTimestamp,
  type MailContent,
  type MailDraftContent,
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
  /** Language of the person who invites. */
  inviterLanguage: string;
}

const ROLES: Record<TeamRole, { es: string; en: string }> = {
  owner: { es: 'Dueño o dueña', en: 'Owner' },
  manager: { es: 'Encargado o encargada', en: 'Manager' },
  sales: { es: 'Ventas', en: 'Sales' },
  stock: { es: 'Depósito', en: 'Stock' },
  developer: { es: 'Desarrollo', en: 'Developer' },
};

/** The mail that invites a person to a team, in their language, or in that of the person who invites when it is unknown. */
export function invitationMail(facts: InvitationFacts, link: string): MailContent {
  const language = mailLanguage(facts.personLanguage ?? facts.inviterLanguage);
  return mailContent((language === 'en' ? english : spanish)(facts, link));
}

const spanish = (facts: InvitationFacts, url: string): MailDraftContent => ({
  lang: 'es',
  subject: `${facts.invitedBy} te invita a ${facts.teamName} en Mostrador`,
  paragraphs: [
    `${facts.invitedBy} te invita a trabajar en ${facts.developerId === null ? 'la tienda' : 'la cuenta de desarrolladores'} ${facts.teamName}.`,
  ],
  facts: [
    ['Tu rol', ROLES[facts.role].es],
    ['Vence', mailTimestamp(facts.expiresAt.getTime(), 'es')],
  ],
  link: { label: 'Aceptar la invitación', url },
  footnote: 'El enlace es personal y sirve una sola vez. Si no esperabas esta invitación, no hagas nada.',
  reason: `Te escribimos porque ${facts.invitedBy} escribió este correo electrónico en Mostrador, donde se administran tiendas y sus apps.`,
});

const english = (facts: InvitationFacts, url: string): MailDraftContent => ({
  lang: 'en',
  subject: `${facts.invitedBy} invites you to ${facts.teamName} on Mostrador`,
  paragraphs: [
    `${facts.invitedBy} invites you to work in the ${facts.developerId === null ? 'store' : 'developer account'} ${facts.teamName}.`,
  ],
  facts: [
    ['Your role', ROLES[facts.role].en],
    ['Expires', mailTimestamp(facts.expiresAt.getTime(), 'en')],
  ],
  link: { label: 'Accept the invitation', url },
  footnote: 'The link is personal and works once. If you did not expect this invitation, do nothing.',
  reason: `We write to you because ${facts.invitedBy} entered this email in Mostrador, where stores and their apps are managed.`,
});
