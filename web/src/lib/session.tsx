import { createContext, useContext, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { roleMay, type Permission, type Role } from '@commerce/console-api/access.ts';
import { sessionRoutes, type Session } from '@commerce/console-api/routes/session.ts';
import { useRead } from './api.ts';
import { setOwner } from './signed-out.ts';

const SessionContext = createContext<Session | null>(null);

/** Session of the browser, null when signed out. For the outermost page only; elsewhere use `useSession`. */
export const useSessionRead = () => useRead(sessionRoutes.get, {});

/** Replaces the session and clears all data read with the previous one. */
export function useChangeSession(): (session: Session | null) => void {
  const client = useQueryClient();
  return (session) => {
    setOwner(session?.person.id);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionRoutes.get.path });
    client.setQueryData([sessionRoutes.get.path, {}], { session });
  };
}

/** Provides the signed-in person to the pages below. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The signed-in person's session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession was called without a signed-in person');
  return session;
}

/** Store of the page: id, name, and the person's role in it. */
export function useStore(): { id: string; name: string; role: Role } {
  const { store: id } = useParams();
  const store = useSession().stores.find((each) => each.id === id);
  if (store === undefined) throw new Error('useStore was called outside the stores of the person');
  return store;
}

/** Permission check for the store of the page: forbidden actions are not shown. */
export function useMay(): (permission: Permission) => boolean {
  const { role } = useStore();
  return (permission) => roleMay(role, permission);
}
