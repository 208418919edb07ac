import type { AnswerOf, AnyConsoleRoute, InputOf } from '@commerce/console-api/route.ts';
import { sessionRoutes, type Session } from '@commerce/console-api/routes/session.ts';
import { ApiError, call } from './call.ts';

/** Reason to sign in again: the session has ended, or another person has signed in with the browser. */
export interface SignInQuestion {
  /** Person who signed in instead; null when signed out. */
  other: Session['person'] | null;
  answer: (signedIn: boolean) => void;
}

/** Person that the pages of this tab belong to; undefined until someone signs in. */
let owner: string | undefined;
let question: (SignInQuestion & { answered: Promise<boolean> }) | undefined;
const listeners = new Set<() => void>();

/** Sets the person that the tab's pages belong to; undefined for none. */
export const setOwner = (person: string | undefined): void => void (owner = person);

/** Reports whether the tab's pages belong to that person. */
export const isOwner = (person: string | undefined): boolean => owner === person;

/** The open question; undefined when there is none. */
export const openSignIn = (): SignInQuestion | undefined => question;

/** For `useSyncExternalStore`. */
export function onSignInChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Asks the person of the tab to sign in. @returns true if they have */
export function askToSignIn(other: Session['person'] | null): Promise<boolean> {
  if (question !== undefined) return question.answered;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (signedIn: boolean) => {
    question = undefined;
    listeners.forEach((listen) => listen());
    resolve(signedIn);
  };
  question = { other, answer, answered: promise };
  listeners.forEach((listen) => listen());
  return promise;
}

/**
 * Sends a change on behalf of the person of the tab. If the session has ended, or belongs to someone else, asks them to
 * sign in and then repeats the request with the same key.
 * @throws ApiError; a `TimeoutError` for a request that took longer than `timeoutMs`
 */
export async function send<R extends AnyConsoleRoute>(
  route: R,
  input: InputOf<R>,
  { key, timeoutMs }: { key: string; timeoutMs?: number },
): Promise<AnswerOf<R>> {
  const person = route.access === 'anyone' ? undefined : owner;
  for (;;)
    try {
      return await call(route, input, {
        key,
        ...(person === undefined ? {} : { person }),
        ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
      });
    } catch (error) {
      if (person === undefined || !isSignedOut(error)) throw error;
      const { session } = await call(sessionRoutes.get, {});
      // They may have signed in again in another tab.
      if (isOwner(session?.person.id)) continue;
      if (!(await askToSignIn(session?.person ?? null))) throw error;
    }
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.has('other_person'));
