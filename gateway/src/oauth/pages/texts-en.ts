import type { Texts } from './texts.ts';

/** English texts. */
export const TEXTS_EN: Texts = {
  language: 'en',
  signInTitle: (app) => `Sign in to connect ${app}`,
  signInLead: (app) => `${app} is requesting access to your store. Sign in with the store owner's account.`,
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  wrongCredentials: 'The email or the password is incorrect.',
  tooManySignIns: (minutes) =>
    `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  cancel: 'Cancel and return to the app',
  consentTitle: (app, store) => `${app} wants to connect to ${store}`,
  reconsentTitle: (app, store) => `${app} wants to reconnect to ${store}`,
  by: (developer) => `App by ${developer}`,
  readScopes: 'View',
  writeScopes: 'Create and edit',
  newScopes: 'New permissions',
  keptScopes: 'Current permissions',
  scopesLead: 'If you continue, the app will be able to:',
  newMark: 'New',
  signedInAs: 'Signed in as',
  someoneElse: 'Use another account',
  allow: 'Connect',
  deny: 'Do not connect',
  returnTo: (host) => `You will be redirected to ${host}.`,
  revocable: 'You can uninstall the app at any time in your back office.',
  chooseStoreTitle: (app) => `Which store do you want to connect to ${app}?`,
  chooseStoreLead: 'You own more than one store.',
  continue: 'Continue',
  alreadyInstalled: 'already connected',
  ownerOnly: (app, stores) => ({
    title: 'Only the owner can connect apps',
    body: `You are a team member of ${stores}. Ask the store owner to connect ${app}, or sign in as the owner.`,
  }),
  noStore: (app) => ({
    title: 'This account has no store',
    body: `Only a store owner can connect ${app}. Sign in with the store owner's account.`,
  }),
  notPublished: (app) => ({
    title: 'This app has not been published yet',
    body: `Until ${app} is published, only its developer can connect it, to their own test stores. If you are the developer, sign in with the account that owns your test stores.`,
  }),
  backToApp: 'Return to the app',
  unknownApp: {
    title: 'This app cannot be connected',
    body: 'The link does not point to an available app. Return to the app and try again. If the problem persists, contact its developer.',
  },
  badRedirectUri: {
    title: 'This link is not safe to follow',
    body: 'The app is asking to redirect you to an address that it has not registered, so we stopped here. Contact its developer and mention redirect_uri.',
  },
  gone: {
    title: 'This request is no longer valid',
    body: 'It has expired, has already been answered, or was started in another browser. Return to the app and start again.',
  },
  appUnavailable: {
    title: 'This app is currently unavailable',
    body: 'The app has been suspended. Nothing was connected.',
  },
  storeSuspended: {
    title: 'This store is suspended',
    body: 'The platform has suspended it, so no app can be connected to it. Nothing was connected. Sign in to Mostrador to see the reason.',
  },
  crossSite: {
    title: 'This form was not sent from our page',
    body: 'For your security, nothing was changed. Return to the app and start again.',
  },
  tooManyRequests: {
    title: 'Too many requests',
    body: 'Wait a minute, then reload this page.',
  },
  tooLarge: { title: 'The form is too large', body: 'Return to the app and start again.' },
  unavailable: {
    title: 'Temporarily unavailable',
    body: 'Nothing was lost. Reload this page in a few seconds.',
  },
  failed: { title: 'Something went wrong on our side', body: 'Reload this page in a few seconds.' },
  requestId: 'Request ID',
};
