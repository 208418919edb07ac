import type { AreaPage } from '../../layout/pages.ts';

/** Pages without a frame that need no session: signing in, signing up, forgotten passwords, invitations. Paths from the root. */
export const openPages: AreaPage[] = [{ path: 'sign-in', load: () => import('./SignInPage.tsx') }];

/** Pages in the frame that belong to the person, not to an area. Paths from the root. */
export const personPages: AreaPage[] = [{ path: '', load: () => import('./HomePage.tsx') }];
