import * as z from 'zod';
import type { DeveloperRole, Role } from '../access.ts';
import { answers, consoleRoute } from '../route.ts';

/** Suspension of a store by the platform: the requests of its team are refused. */
export interface StoreSuspension {
  since: string;
  reason: string;
  /** Email address of the platform's support; empty when it names none. */
  contact: string;
}

/** Store that a person belongs to. */
export interface SessionStore {
  id: string;
  name: string;
  role: Role;
  suspension: StoreSuspension | null;
}

/** Signed-in person, and the areas that they can access. */
export interface Session {
  person: {
    id: string;
    name: string;
    email: string;
    language: 'es' | 'en';
    /** Version of name and language. */
    version: string;
  };
  /** Stores that the person belongs to. */
  stores: SessionStore[];
  /** Developer accounts that the person belongs to. */
  developers: { id: string; name: string; role: DeveloperRole }[];
  /** Member of the platform staff. */
  staff: boolean;
  /** Session of the command line: it opens the developer portal only. */
  cli: boolean;
}

export const sessionRoutes = {
  /** Session of the browser; null when signed out. */
  get: consoleRoute({
    method: 'GET',
    path: '/console/api/session',
    access: 'anyone',
    answer: answers<{ session: Session | null }>(),
  }),
  /** Opens a session. 400 with the reason `wrong_credentials`; 429 after too many attempts. */
  signIn: consoleRoute({
    method: 'POST',
    path: '/console/api/session',
    access: 'anyone',
    body: z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(1_024) }),
    answer: answers<{ session: Session }>(),
  }),
  /** Ends the session of the browser; does nothing when signed out. */
  signOut: consoleRoute({
    method: 'DELETE',
    path: '/console/api/session',
    access: 'anyone',
    answer: answers<{ session: null }>(),
  }),
};
