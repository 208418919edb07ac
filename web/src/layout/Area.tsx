import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation, useParams, type RouteObject } from 'react-router';
import { roleMay } from '@commerce/console-api/access.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';
import { SessionProvider, useMay, useSession, useSessionRead, useStore } from '../lib/session.tsx';
import { askToSignIn, isOwner, onSignInChange, openSignIn, setOwner } from '../lib/signed-out.ts';
import { hasUnsaved, onUnsavedChange } from '../lib/unsaved.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { Forbidden, NotFound } from './messages.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import type { AreaPage } from './pages.ts';
import { StoreSearch } from './search/StoreSearch.tsx';
import { SessionDialog } from './SessionDialog.tsx';
import { Shell } from './Shell.tsx';
import { SuspendedStore } from './SuspendedStore.tsx';

/** Renders pages for a signed-in person; redirects others to the sign-in page and back. */
export function SignedIn() {
  const { data, error, refetch } = useSessionRead();
  const { pathname, search } = useLocation();
  const session = useShownSession(data?.session);
  if (session === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  if (session === null)
    return <Navigate to={`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`} replace />;
  return (
    <SessionProvider session={session}>
      <Outlet />
      <LeaveGuard />
      <SessionDialog person={session.person} />
    </SessionProvider>
  );
}

/**
 * Session that the pages show. When the session ends or changes to another person's while there are unsaved changes,
 * the pages keep the previous one and ask the person to sign in again.
 */
function useShownSession(read: Session | null | undefined): Session | null | undefined {
  const [previous, setPrevious] = useState<Session | null>();
  const isUnsaved = useSyncExternalStore(onUnsavedChange, hasUnsaved);
  const isAsking = useSyncExternalStore(onSignInChange, () => openSignIn() !== undefined);
  const hasEnded = previous?.person !== undefined && read?.person.id !== previous.person.id;
  const keepsPrevious = hasEnded && !isOwner(read?.person.id) && (isUnsaved || isAsking);
  if (!keepsPrevious && read !== previous) setPrevious(read);
  const shown = keepsPrevious ? previous : read;
  useEffect(() => {
    if (keepsPrevious) void askToSignIn(read?.person ?? null);
    else if (shown !== undefined) setOwner(shown?.person.id);
  }, [keepsPrevious, read, shown]);
  return shown;
}

/** Shown for areas that the person does not belong to: indistinguishable from areas that do not exist. */
const notFound = (
  <Shell base="/" pages={[]}>
    <NotFound />
  </Shell>
);

/** Allows members of the store in the URL; they get a single page while it is suspended. */
function StoreGate() {
  const { store: id } = useParams();
  const store = useSession().stores.find((each) => each.id === id);
  if (store === undefined) return notFound;
  if (store.suspension === null) return <Outlet key={id} />;
  return (
    <Shell base={`/stores/${id}`} pages={[]}>
      <SuspendedStore name={store.name} suspension={store.suspension} />
    </Shell>
  );
}

/** Allows people acting for the developer in the URL. */
function DeveloperGate() {
  const { developer } = useParams();
  return useSession().developers.some(({ id }) => id === developer) ? <Outlet key={developer} /> : notFound;
}

function StaffGate() {
  return useSession().staff ? <Outlet /> : notFound;
}

function StoreShell({ pages }: { pages: AreaPage[] }) {
  const { id, role } = useStore();
  const allowed = useMemo(
    () => pages.filter(({ permission }) => permission === undefined || roleMay(role, permission)),
    [pages, role],
  );
  return <Shell base={`/stores/${id}`} pages={allowed} search={<StoreSearch />} />;
}

function DeveloperShell({ pages }: { pages: AreaPage[] }) {
  const { developer } = useParams();
  return <Shell base={`/developers/${developer}`} pages={pages} />;
}

/** Routes of the pages of a store. */
export const storeRoutes = (pages: AreaPage[]): RouteObject => ({
  path: '/stores/:store',
  Component: StoreGate,
  children: [inFrame(<StoreShell pages={pages} />, pages), ...withoutFrame(pages)],
});

/** Routes of the developer portal. */
export const developerRoutes = (pages: AreaPage[]): RouteObject => ({
  path: '/developers/:developer',
  Component: DeveloperGate,
  children: [inFrame(<DeveloperShell pages={pages} />, pages), ...withoutFrame(pages)],
});

/** Routes of the platform admin. */
export const platformRoutes = (pages: AreaPage[]): RouteObject => ({
  path: '/platform',
  Component: StaffGate,
  children: [inFrame(<Shell base="/platform" pages={pages} />, pages), ...withoutFrame(pages)],
});

/** Routes of pages that belong to the person: in the frame, without a menu. */
export const personRoutes = (pages: AreaPage[]): RouteObject => ({
  path: '/',
  children: [...withoutFrame(pages), inFrame(<Shell base="/" pages={[]} />, pages)],
});

const inFrame = (element: RouteObject['element'], pages: AreaPage[]): RouteObject => ({
  element,
  children: [
    ...pages.filter(({ fullScreen }) => !fullScreen).map(routeOf),
    { path: '*', Component: NotFound },
  ],
});

const withoutFrame = (pages: AreaPage[]): RouteObject[] =>
  pages.filter(({ fullScreen }) => fullScreen).map(routeOf);

export function routeOf({ path, load, permission }: AreaPage): RouteObject {
  const lazy = async () => {
    const { default: Page } = await load();
    if (permission === undefined) return { Component: Page };
    const Allowed = () => (useMay()(permission) ? <Page /> : <Forbidden />);
    return { Component: Allowed };
  };
  return path === '' ? { index: true, lazy } : { path, lazy };
}
