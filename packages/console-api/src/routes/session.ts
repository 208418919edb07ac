import { z } from 'zod';
import type { Role } from '../access.ts';
import { answers, consoleRoute } from '../route.ts';

/** Who is signed in, and what they may enter. */
export interface Session {
  person: {
    id: string;
    name: string;
    email: string;
    language: 'es' | 'en';
    /** Of name and language. */
    version: string;
  };
  /** Stores that the person belongs to. */
  stores: { id: string; name: string; role: Role }[];
  /** Developers in whose name the person acts. */
  developers: { id: string; name: string }[];
  /** Works for the platform. */
  staff: boolean;
}

export const sessionRoutes = {
  /** The session of the browser; null when nobody is signed in. */
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
  /** Ends the session of the browser; without one nothing happens. */
  signOut: consoleRoute({
    method: 'DELETE',
    path: '/console/api/session',
    access: 'anyone',
    answer: answers<{ session: null }>(),
  }),
};
