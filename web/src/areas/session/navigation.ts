import type { AreaPage } from '../../layout/pages.ts';

/** Pages without a frame that need no session: sign-in, sign-up, password reset, invitations. Paths from the root. */
export const openPages: AreaPage[] = [
  { path: 'sign-in', load: () => import('./SignInPage.tsx') },
  { path: 'forgot-password', load: () => import('./ForgotPasswordPage.tsx') },
  { path: 'reset-password', load: () => import('./ResetPasswordPage.tsx') },
  { path: 'invitations', load: () => import('./InvitationPage.tsx') },
  { path: 'sign-up', load: () => import('./SignUpPage.tsx') },
  { path: 'sign-up/store', load: () => import('./OpenStorePage.tsx') },
  { path: 'verify-email', load: () => import('./VerifyEmailPage.tsx') },
];

/** Pages that belong to the person, not to an area. Paths from the root. */
export const personPages: AreaPage[] = [
  { path: '', load: () => import('./HomePage.tsx') },
  { path: 'cli', load: () => import('./CliPage.tsx'), fullScreen: true },
  { path: 'account', load: () => import('./account/AccountPage.tsx') },
];
