import type { Texts } from './texts.ts';

/** The pages in English. */
export const TEXTS_EN: Texts = {
  language: 'en',
  signInTitle: (app) => `Sign in to connect ${app}`,
  signInLead: (app) => `${app} asks for access to your store. Sign in with the account of the store's owner.`,
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  wrongCredentials: 'The email or the password is wrong.',
  tooManySignIns: (minutes) =>
    `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  cancel: 'Cancel and go back to the app',
  consentTitle: (app, store) => `${app} wants to connect to ${store}`,
  reconsentTitle: (app, store) => `${app} asks for your permission again in ${store}`,
  by: (developer) => `An app by ${developer}`,
  newScopes: 'New permissions',
  keptScopes: 'Permissions that it has already',
  scopesLead: 'If you accept, the app will be able to:',
  newMark: 'New',
  signedInAs: 'You are signed in as',
  someoneElse: 'Sign in as someone else',
  allow: 'Accept and connect',
  deny: 'Do not accept',
  returnTo: (host) => `You will go back to ${host}.`,
  revocable: 'You can uninstall the app at any time in your back office.',
  chooseStoreTitle: (app) => `Which store do you want to connect ${app} to?`,
  chooseStoreLead: 'You own several stores.',
  continue: 'Continue',
  alreadyInstalled: 'already connected',
  ownerOnly: (app, stores) => ({
    title: 'Only the owner can connect apps',
    body: `You are part of the team of ${stores}. Ask the owner of the store to connect ${app}, or sign in as the owner.`,
  }),
  noStore: (app) => ({
    title: 'This account has no store',
    body: `${app} can only be connected by the owner of a store. Sign in with that account.`,
  }),
  notPublished: (app) => ({
    title: 'This app has not been published yet',
    body: `Until ${app} is published, its developer can connect it to their own test stores only. If that is you, sign in with the account that owns them.`,
  }),
  backToApp: 'Go back to the app',
  unknownApp: {
    title: 'This app cannot be connected',
    body: 'The link does not name an app that is available. Go back to the app and try again; if it happens again, tell its developer.',
  },
  badRedirectUri: {
    title: 'This link is not safe to follow',
    body: 'The app wants you to be sent to an address that it has not registered with us. We do not send you there. Tell its developer (redirect_uri).',
  },
  gone: {
    title: 'This request is no longer valid',
    body: 'It has expired, has been answered, or was begun in another browser. Go back to the app and start again.',
  },
  appUnavailable: {
    title: 'This app is not available at the moment',
    body: 'The app has been suspended. Nothing was connected.',
  },
  crossSite: {
    title: 'This form was not sent from our page',
    body: 'For your safety nothing was done. Go back to the app and start again.',
  },
  tooManyRequests: {
    title: 'Too many requests',
    body: 'Wait a minute, then load this page again.',
  },
  tooLarge: { title: 'Too much was sent', body: 'Go back to the app and start again.' },
  unavailable: {
    title: 'We cannot answer at the moment',
    body: 'Nothing was lost: load this page again in a few seconds.',
  },
  failed: { title: 'Something went wrong on our side', body: 'Load this page again in a few seconds.' },
  requestId: 'Reference',
};
