import type { WriteMail } from '@commerce/service-kit/mail/send.ts';
import type { ContactsOf } from '../clients/contacts.ts';
import { disabledMail, type DisabledFacts } from '../domain/disabled-mail.ts';

/** Writes the mails of this service, which are all of one kind. */
export function writeMail(contactsOf: ContactsOf): WriteMail {
  return async ({ recipient: appId, facts }) => {
    const found = await contactsOf(appId);
    if (found === undefined) return { unsendable: 'the app does not exist' };
    if (found.contacts.length === 0) return { unsendable: 'the developer has no people' };
    const to = found.contacts.map(({ name, email }) => ({ name, address: email }));
    return { to, ...disabledMail(found.appName, facts as DisabledFacts) };
  };
}
