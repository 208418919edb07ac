import { z } from 'zod';
import type { Invitation, TeamUser } from '@commerce/proto/commerce/auth/v1/team.ts';
import type { Role } from '../access.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, version } from '../route.ts';
import type { Session } from './session.ts';

const email = z.string().min(1).max(254);
/** A password that is to be checked, or to be set: which ones may be set is said by the platform, with reasons of its own. */
const password = z.string().min(1).max(1_024);
const name = z.string().min(1).max(100);
const language = z.enum(['es', 'en']);
const role = z.enum(['owner', 'manager', 'sales', 'stock']);
/** The secret of a mailed link: what stands behind the # of its address. */
const token = z.string().min(1).max(200);

/** Somebody of a store's team. */
export type TeamMember = Omit<Json<TeamUser>, 'role' | 'personId'> & { id: string; role: Role };

/** An invitation that has not been accepted. */
export type OpenInvitation = Omit<Json<Invitation>, 'role'> & { role: Role };

/** A session of the person. */
export interface OpenSession {
  /** Names it to `endSession`. */
  id: string;
  /** E.g. `Chrome`; empty when it is not known. */
  browser: string;
  /** E.g. `Windows`; empty when it is not known. */
  system: string;
  kind: 'desktop' | 'mobile' | 'tablet' | 'unknown';
  createdAt: string;
  /** To a minute. */
  lastSeenAt: string;
  /** Whether it is the one that asks. */
  current: boolean;
}

export const peopleRoutes = {
  /** Mails a link to choose a new password to whoever has the e-mail; answered alike when nobody has. 429 after too many. */
  requestPasswordReset: consoleRoute({
    method: 'POST',
    path: '/console/api/password-reset',
    access: 'anyone',
    body: z.strictObject({ email }),
    answer: answers<{ sent: true }>(),
  }),
  /** Sets a new password by a mailed link, and ends every session. 404 for a link that is unknown, used or has expired. */
  resetPassword: consoleRoute({
    method: 'PUT',
    path: '/console/api/password-reset',
    access: 'anyone',
    body: z.strictObject({ token, password }),
    answer: answers<{ done: true }>(),
  }),
  /** What an invitation's link is for; a POST, so that its secret is in no address. 404 as above. */
  getInvitation: consoleRoute({
    method: 'POST',
    path: '/console/api/invitation',
    access: 'anyone',
    body: z.strictObject({ token }),
    answer: answers<{
      storeName: string;
      email: string;
      role: Role;
      invitedBy: string;
      expiresAt: string;
      /** Whether the e-mail has an account, whose person must prove to be it. */
      personExists: boolean;
      /** Whether that person is signed in here. */
      isSignedIn: boolean;
    }>(),
  }),
  /**
   * Joins the store of an invitation, signed in. A new person gives name and password, one who exists has a session or gives the password.
   * 404 as above; 400 with the reason `wrong_credentials`; 429 after too many attempts.
   */
  acceptInvitation: consoleRoute({
    method: 'PUT',
    path: '/console/api/invitation',
    access: 'anyone',
    body: z.strictObject({ token, name: name.optional(), password: password.optional(), language }),
    answer: answers<{ session: Session; store: string }>(),
  }),
  /** Takes a developer's sign-up and mails a link; answered alike when the e-mail has an account. 429 after too many. */
  signUpDeveloper: consoleRoute({
    method: 'POST',
    path: '/console/api/developer-sign-up',
    access: 'anyone',
    body: z.strictObject({ email, name, developerName: z.string().min(2).max(100), language }),
    answer: answers<{ sent: true }>(),
  }),
  /** What a sign-up's link is for. 404 as above. */
  getSignUp: consoleRoute({
    method: 'POST',
    path: '/console/api/developer-sign-up/link',
    access: 'anyone',
    body: z.strictObject({ token }),
    answer: answers<{
      email: string;
      name: string;
      developerName: string;
      personExists: boolean;
      isSignedIn: boolean;
    }>(),
  }),
  /** Makes the developer of a sign-up, signed in: see `acceptInvitation`. */
  completeSignUp: consoleRoute({
    method: 'PUT',
    path: '/console/api/developer-sign-up/link',
    access: 'anyone',
    body: z.strictObject({ token, name: name.optional(), password: password.optional(), language }),
    answer: answers<{ session: Session; developer: string }>(),
  }),
  /** Changes what the person is called and the language that they are written to in. */
  updateProfile: consoleRoute({
    method: 'PATCH',
    path: '/console/api/account',
    access: 'person',
    body: z.strictObject({ name: name.optional(), language: language.optional(), version }),
    answer: answers<{ session: Session }>(),
  }),
  /** Sets a new password and ends the other sessions. 400 with the reason `wrong_password`; 429 after too many attempts. */
  changePassword: consoleRoute({
    method: 'PUT',
    path: '/console/api/account/password',
    access: 'person',
    body: z.strictObject({ currentPassword: password, password }),
    answer: answers<{ done: true }>(),
  }),
  /** Where the person is signed in, the session used last first; 100 at most. */
  listSessions: consoleRoute({
    method: 'GET',
    path: '/console/api/account/sessions',
    access: 'person',
    answer: answers<{ items: OpenSession[]; nextCursor: null }>(),
  }),
  /** Ends one of the person's sessions; one that does not exist is ended already. */
  endSession: consoleRoute({
    method: 'DELETE',
    path: '/console/api/account/sessions/:session',
    access: 'person',
    answer: answers<{ ended: true }>(),
  }),
  /** Ends the person's sessions: all, or all but this one. */
  signOutEverywhere: consoleRoute({
    method: 'DELETE',
    path: '/console/api/account/sessions',
    access: 'person',
    query: z.strictObject({ which: z.enum(['all', 'others']) }),
    answer: answers<{ ended: number }>(),
  }),
  /** Everybody of the store, owners first. Whole: a store has at most 100 people. */
  listTeam: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/team',
    access: { store: 'team' },
    answer: answers<{ items: TeamMember[]; nextCursor: null }>(),
  }),
  /** Gives somebody another role. 409 `last_owner`. */
  setTeamRole: consoleRoute({
    method: 'PUT',
    path: '/console/api/stores/:store/team/:person',
    access: { store: 'team' },
    /** `version` is the role as it was read. */
    body: z.strictObject({ role, version: role }),
    answer: answers<{ member: TeamMember }>(),
  }),
  /** Takes somebody out of the store. 409 `last_owner`. */
  removeTeamUser: consoleRoute({
    method: 'DELETE',
    path: '/console/api/stores/:store/team/:person',
    access: { store: 'team' },
    answer: answers<{ removed: true }>(),
  }),
  /** The invitations that have not been accepted, the newest first; 100 at most. */
  listInvitations: consoleRoute({
    method: 'GET',
    path: '/console/api/stores/:store/invitations',
    access: { store: 'team' },
    answer: answers<{ items: OpenInvitation[]; nextCursor: null }>(),
  }),
  /** Invites somebody, or invites them anew. 409 `already_member`, `team_full`, `too_many_invitations`. */
  invite: consoleRoute({
    method: 'POST',
    path: '/console/api/stores/:store/invitations',
    access: { store: 'team' },
    body: z.strictObject({ email, role }),
    answer: answers<{ invitation: OpenInvitation }>(),
  }),
  /** Takes an invitation back. */
  revokeInvitation: consoleRoute({
    method: 'DELETE',
    path: '/console/api/stores/:store/invitations/:invitation',
    access: { store: 'team' },
    answer: answers<{ revoked: true }>(),
  }),
};
