import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { ConsentAnswer, NewConsentRequest } from '../domain/consent.ts';
import type { ConsentRequest } from '../generated/prisma/client.ts';
import type { Prisma } from './prisma.ts';
import { recordFind } from './records.ts';

/** Stores a consent request that is being answered; a concurrent answer may have stored it already. */
export async function consentRequestInsert(prisma: Prisma, request: NewConsentRequest): Promise<void> {
  await prisma.acrossStores.consentRequest.createMany({ data: request, skipDuplicates: true });
}

/** A consent request with its app. */
export interface ConsentRecord extends Omit<ConsentRequest, 'id' | 'browserHash' | 'createdAt' | 'decision'> {
  decision: ConsentAnswer['decision'] | null;
  appSuspended: boolean;
  appPublished: boolean;
  developerId: string;
}

const LOCK = statement(
  'consent-request-lock',
  `select c.app_id, (a.suspended_at is not null or d.suspended_at is not null) as app_suspended,
      a.status = 'published' as app_published, a.developer_id, c.redirect_uri, c.scopes, c.state, c.code_challenge,
      c.expires_at, c.decided_at, c.decision, c.decided_by, c.store_id
    from consent_request c
    join app a on a.id = c.app_id
    join developer d on d.id = a.developer_id
    where c.id = $1 and c.browser_hash = $2
    for no key update of c`,
);

/** The consent request of that id and browser, locked until the commit, so that it is answered once. */
export function consentRequestLock(
  tx: Queryable,
  id: string,
  browserHash: Buffer,
): Promise<ConsentRecord | undefined> {
  return recordFind<ConsentRecord>(tx, LOCK, [id, browserHash]);
}

/** Records an answer. */
export async function consentRequestDecide(
  prisma: Prisma,
  id: string,
  { decision, personId, storeId }: ConsentAnswer,
  decidedAt: Date,
): Promise<void> {
  const data = { decidedAt, decision, decidedBy: personId, storeId };
  await prisma.acrossStores.consentRequest.updateMany({ where: { id }, data });
}

/** The app of a consent request that can still be answered. */
export interface OpenConsentRecord {
  appId: string;
  appName: string;
  logoUrl: string | null;
  developerName: string;
  published: boolean;
  developerId: string;
}

const FIND_OPEN = statement(
  'consent-request-find-open',
  `select a.id as app_id, a.name as app_name, a.logo_url, d.name as developer_name,
      a.status = 'published' as published, a.developer_id
    from app a
    join developer d on d.id = a.developer_id and d.suspended_at is null
    where a.id = $1 and a.suspended_at is null
      and not exists (select from consent_request c where c.id = $2 and c.decided_at is not null)`,
);

/** The app of the consent request, unless the request was answered or the app is suspended. */
export function consentRequestFindOpen(
  db: Queryable,
  { appId, id }: { appId: string; id: string },
): Promise<OpenConsentRecord | undefined> {
  return recordFind<OpenConsentRecord>(db, FIND_OPEN, [appId, id]);
}
