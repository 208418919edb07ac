import * as z from 'zod';
import type { Invitation, TeamUser } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { DeveloperRole, Role } from '../access.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, version } from '../route.ts';
import type { Session } from './session.ts';

const email = z.string().min(1).max(254);
/** A password to check or to set; the auth service validates new passwords, with its own reasons. */
const password = z.string().min(1).max(1_024);
const name = z.string().min(1).max(100);
const language = z.enum(['es', 'en']);
const role = z.enum(['owner', 'manager', 'sales', 'stock']);
const developerRole = z.enum(['owner', 'developer']);
/** Secret of an emailed link: the URL fragment. */
const token = z.string().min(1).max(200);

/** First shop of a merchant's store; it takes the name of the store and the email of its owner. */
const firstShop = z.strictObject({
  phone: z.string().trim().min(1).max(64),
  street: z.string().trim().min(1).max(255),
  /** 0 for none. */
  streetNumber: z.number().int().min(0).max(999_999),
  city: z.string().trim().min(1).max(255),
  postalCode: z.string().trim().min(1).max(16),
});

/** First shop as the form of the sign-up collects it. */
export type FirstShop = z.output<typeof firstShop>;

/** Member of a team. */
export type TeamMember = Omit<Json<TeamUser>, 'role' | 'personId'> & {
  id: string;
  role: Role | DeveloperRole;
};

/** Invitation not yet accepted. */
export type OpenInvitation = Omit<Json<Invitation>, 'role'> & { role: Role | DeveloperRole };

/** Session of the person. */
export interface OpenSession {
  /** Identifies the session for `endSession`. */
  id: string;
  /** E.g. `Chrome`; empty when unknown. */
  browser: string;
  /** E.g. `Windows`; empty when unknown. */
  system: string;
  kind: 'desktop' | 'mobile' | 'tablet' | 'unknown';
  createdAt: string;
  /** To the minute. */
  lastSeenAt: string;
  /** True for the session that sent the request. */
  current: boolean;
}

export const peopleRoutes = {
  /** Emails a password reset link; the response is the same when no account has the email. 429 after too many requests. */
  requestPasswordReset: consoleRoute({
    method: 'POST',
    path: '/console/api/password-reset',
    access: 'anyone',
    body: z.strictObject({ email }),
    answer: answers<{ sent: true }>(),
  }),
  /** Sets a new password by an emailed link, and ends every session. 404 for a link that is unknown, used or expired. */
  resetPassword: consoleRoute({
    method: 'PUT',
    path: '/console/api/password-reset',
    access: 'anyone',
    body: z.strictObject({ token, password }),
    answer: answers<{ done: true }>(),
  }),
  /** Details of an invitation link; a POST, so that its secret appears in no URL. 404 as above. */
  getInvitation: consoleRoute({
    method: 'POST',
    path: '/console/api/invitation',
    access: 'anyone',
    body: z.strictObject({ token }),
    answer: answers<{
      /** Name of the store or of the developer account. */
      teamName: string;
      isDeveloper: boolean;
      email: string;
      role: Role | DeveloperRole;
      invitedBy: string;
      expiresAt: string;
      /** True when the email has an account, whose owner must authenticate. */
      personExists: boolean;
      /** True when that account is signed in on this browser. */
      isSignedIn: boolean;
    }>(),
  }),
  /**
   * Joins the team of an invitation and signs in. A new person sends name and password; an existing one has a session
   * or sends the password. 404 as above; 400 with the reason `wrong_credentials`; 429 after too many attempts.
   */
  acceptInvitation: consoleRoute({
    method: 'PUT',
    path: '/console/api/invitation',
    access: 'anyone',
    body: z.strictObject({ token, name: name.optional(), password: password.optional(), language }),
    answer: answers<{
      session: Session;
      /** Id of the store or of the developer account. */
      team: string;
    }>(),
  }),
  /**
   * Accepts a developer sign-up and emails a link; the response is the same when the email has an account. 429 after
   * too many requests.
   */
  signUpDeveloper: consoleRoute({
    method: 'POST',
    path: '/console/api/developer-sign-up',
    access: 'anyone',
    body: z.strictObject({ email, name, developerName: z.string().min(2).max(100), language }),
    answer: answers<{ sent: true }>(),
  }),
  /** Accepts the sign-up of a merchant, as `signUpDeveloper`. */
  signUpMerchant: consoleRoute({
    method: 'POST',
    path: '/console/api/merchant-sign-up',
    access: 'anyone',
    body: z.strictObject({ email, name, storeName: z.string().min(2).max(100), language }),
    answer: answers<{ sent: true }>(),
  }),
  /** Details of a sign-up link. 404 as above. */
  getSignUp: consoleRoute({
    method: 'POST',
    path: '/console/api/developer-sign-up/link',
    access: 'anyone',
    body: z.strictObject({ token }),
    answer: answers<{
      email: string;
      name: string;
      /** Empty for a merchant. */
      developerName: string;
      /** Empty for a developer. */
      storeName: string;
      personExists: boolean;
      isSignedIn: boolean;
    }>(),
  }),
  /**
   * Creates the developer of a sign-up, or the store with its first shop, and signs in: see `acceptInvitation`. 409
   * `too_many_demo_stores`.
   */
  completeSignUp: consoleRoute({
    method: 'PUT',
    path: '/console/api/developer-sign-up/link',
    access: 'anyone',
    body: z.strictObject({
      token,
      name: name.optional(),
      password: password.optional(),
      language,
      /** Only for a merchant. */
      shop: firstShop.optional(),
    }),
    answer: answers<{
      session: Session;
      /** Empty for a merchant. */
      developer: string;
      /** Empty for a developer. */
      store: string;
    }>(),
  }),
  /** Changes the person's name and the language of their emails. */
  updateProfile: consoleRoute({
    method: 'PATCH',
    path: '/console/api/account',
    access: 'person',
    body: z.strictObject({ name: name.optional(), language: language.optional(), version }),
    answer: answers<{ session: Session }>(),
  }),
  /** Sets a new password, ends every session and starts a new one, whose cookie replaces that of the browser. 400 with the reason `wrong_password`; 429 after too many attempts. */
  changePassword: consoleRoute({
    method: 'PUT',
    path: '/console/api/account/password',
    access: 'person',
    body: z.strictObject({ currentPassword: password, password }),
    answer: answers<{ done: true }>(),
  }),
  /** Sessions of the person, most recently used first; at most 100. */
  listSessions: consoleRoute({
    method: 'GET',
    path: '/console/api/account/sessions',
    access: 'person',
    answer: answers<{ items: OpenSession[]; nextCursor: null }>(),
  }),
  /** Ends one of the person's sessions; succeeds if it no longer exists. */
  endSession: consoleRoute({
    method: 'DELETE',
    path: '/console/api/account/sessions/:session',
    access: 'person',
    answer: answers<{ ended: true }>(),
  }),
  /** Ends the person's sessions: all, or all but the current one. */
  signOutEverywhere: consoleRoute({
    method: 'DELETE',
    path: '/console/api/account/sessions',
    access: 'person',
    query: z.strictObject({ which: z.enum(['all', 'others']) }),
    answer: answers<{ ended: number }>(),
  }),
  /** Team of the store, owners first. Unpaged: a store has at most 100 people. */
  listTeam: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/team',
    access: { store: 'team' },
    answer: answers<{ items: TeamMember[]; nextCursor: null }>(),
  }),
  /** Changes a person's role. 409 `last_owner`. */
  setTeamRole: consoleRoute({
    method: 'PUT',
    path: '/console/api/stores/:store/team/:person',
    access: { store: 'team' },
    /** `version` is the role as it was read. */
    body: z.strictObject({ role, version: role }),
    answer: answers<{ member: TeamMember }>(),
  }),
  /** Removes a person from the store. 409 `last_owner`. */
  removeTeamUser: consoleRoute({
    method: 'DELETE',
    path: '/console/api/stores/:store/team/:person',
    access: { store: 'team' },
    answer: answers<{ removed: true }>(),
  }),
  /** Pending invitations, newest first; at most 100. */
  listInvitations: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/invitations',
    access: { store: 'team' },
    answer: answers<{ items: OpenInvitation[]; nextCursor: null }>(),
  }),
  /** Invites a person, or invites them again. 409 `already_member`, `team_full`, `too_many_invitations`. */
  invite: consoleRoute({
    method: 'POST',
    path: '/console/api/stores/:store/invitations',
    access: { store: 'team' },
    body: z.strictObject({ email, role }),
    answer: answers<{ invitation: OpenInvitation }>(),
  }),
  /** Revokes an invitation. */
  revokeInvitation: consoleRoute({
    method: 'DELETE',
    path: '/console/api/stores/:store/invitations/:invitation',
    access: { store: 'team' },
    answer: answers<{ revoked: true }>(),
  }),
  /** Team of the developer account, owners first. Unpaged: it has at most 100 people. */
  listDeveloperTeam: consoleRoute({
    method: 'GET',
    path: '/console/api/developers/:developer/team',
    access: { developer: 'member' },
    answer: answers<{ items: TeamMember[]; nextCursor: null }>(),
  }),
  /** Changes a person's role. 409 `last_owner`. */
  setDeveloperRole: consoleRoute({
    method: 'PUT',
    path: '/console/api/developers/:developer/team/:person',
    access: { developer: 'owner' },
    /** `version` is the role as it was read. */
    body: z.strictObject({ role: developerRole, version: developerRole }),
    answer: answers<{ member: TeamMember }>(),
  }),
  /** Removes a person from the developer account and its test stores; members may remove themselves. 409 `last_owner`. */
  removeDeveloperUser: consoleRoute({
    method: 'DELETE',
    path: '/console/api/developers/:developer/team/:person',
    access: { developer: 'member' },
    answer: answers<{ removed: true }>(),
  }),
  /** Pending invitations, newest first; at most 100. */
  listDeveloperInvitations: consoleRoute({
    method: 'GET',
    path: '/console/api/developers/:developer/invitations',
    access: { developer: 'owner' },
    answer: answers<{ items: OpenInvitation[]; nextCursor: null }>(),
  }),
  /** Invites a person, or invites them again. 409 `already_member`, `team_full`, `too_many_invitations`. */
  inviteDeveloper: consoleRoute({
    method: 'POST',
    path: '/console/api/developers/:developer/invitations',
    access: { developer: 'owner' },
    body: z.strictObject({ email, role: developerRole }),
    answer: answers<{ invitation: OpenInvitation }>(),
  }),
  /** Revokes an invitation. */
  revokeDeveloperInvitation: consoleRoute({
    method: 'DELETE',
    path: '/console/api/developers/:developer/invitations/:invitation',
    access: { developer: 'owner' },
    answer: answers<{ revoked: true }>(),
  }),
};
