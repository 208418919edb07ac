import type { Language } from './language.ts';

/** Message that fills a page. */
export interface Message {
  title: string;
  body: string;
}

/** Texts of the pages in one language. */
export interface Texts {
  language: Language;
  signInTitle: (app: string) => string;
  signInLead: (app: string) => string;
  email: string;
  password: string;
  signIn: string;
  wrongCredentials: string;
  tooManySignIns: (minutes: number) => string;
  cancel: string;
  consentTitle: (app: string, store: string) => string;
  reconsentTitle: (app: string, store: string) => string;
  by: (developer: string) => string;
  readScopes: string;
  writeScopes: string;
  newScopes: string;
  keptScopes: string;
  scopesLead: string;
  newMark: string;
  signedInAs: string;
  someoneElse: string;
  allow: string;
  deny: string;
  returnTo: (host: string) => string;
  revocable: string;
  chooseStoreTitle: (app: string) => string;
  chooseStoreLead: string;
  continue: string;
  alreadyInstalled: string;
  ownerOnly: (app: string, stores: string) => Message;
  noStore: (app: string) => Message;
  notPublished: (app: string) => Message;
  backToApp: string;
  unknownApp: Message;
  badRedirectUri: Message;
  gone: Message;
  appUnavailable: Message;
  storeSuspended: Message;
  crossSite: Message;
  tooLarge: Message;
  tooManyRequests: Message;
  unavailable: Message;
  failed: Message;
  requestId: string;
}
