import type { AppFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { newId } from '@commerce/service-kit/ids.ts';

const STATEMENT: Statement = {
  name: 'app-insert-draft',
  text: `insert into app (id, developer_id, status, created_at, updated_at,
      name, description, logo_url, redirect_uris, scopes, support_url, support_email)
    values ($1, $2, 'draft', $3, $3, $4, $5, nullif($6, ''), $7, $8, nullif($9, ''), nullif($10, ''))`,
};

/** A draft without a client secret. @returns its id */
export async function insertDraft(
  tx: Queryable,
  developerId: string,
  fields: AppFields,
  at: Date,
): Promise<string> {
  const { name, description, logoUrl, redirectUris, scopes, supportUrl, supportEmail } = fields;
  const id = newId('app');
  const texts = [name, description, logoUrl, redirectUris, scopes, supportUrl, supportEmail];
  await tx.rows(STATEMENT, [id, developerId, at, ...texts]);
  return id;
}
