import type { WriteMail } from '@commerce/service-kit/mail/send.ts';
import type { FindContacts } from '../clients/contacts.ts';
import { disabledMail, type DisabledFacts } from '../domain/disabled-mail.ts';

/** Writes the mails of this service, which are all of the kind WEBHOOK_DISABLED. */
export function writeMail(findContacts: FindContacts): WriteMail {
  return async ({ recipient: appId, facts }) => {
    const found = await findContacts(appId);
    if (found === undefined) return { unsendable: 'the app does not exist' };
    if (found.contacts.length === 0) return { unsendable: 'the developer has no people' };
    const to = found.contacts.map(({ name, email }) => ({ name, address: email }));
    return { to, ...disabledMail(found.appName, facts as DisabledFacts) };
  };
}
