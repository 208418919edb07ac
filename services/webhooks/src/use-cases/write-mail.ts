import { mailLanguage, type MailLanguage } from '@commerce/service-kit/mail/body.ts';
import type { WriteMail } from '@commerce/service-kit/mail/send.ts';
import type { FindContacts } from '../clients/contacts.ts';
import { disabledMail, type DisabledFacts } from '../domain/disabled-mail.ts';

const LANGUAGES: readonly MailLanguage[] = ['es', 'en'];

/** Writes the mails of this service, which are all of the kind WEBHOOK_DISABLED: one in each language of the contacts. */
export function writeMail(findContacts: FindContacts): WriteMail {
  return async ({ recipient: appId, facts }) => {
    const found = await findContacts(appId);
    if (found === undefined) return { unsendable: 'the app does not exist' };
    if (found.contacts.length === 0) return { unsendable: 'the developer has no people' };
    return LANGUAGES.flatMap((each) => {
      const readers = found.contacts.filter(({ language }) => mailLanguage(language) === each);
      const to = readers.map(({ name, email }) => ({ name, address: email }));
      return to.length === 0 ? [] : [{ to, ...disabledMail(each, found.appName, facts as DisabledFacts) }];
    });
  };
}
