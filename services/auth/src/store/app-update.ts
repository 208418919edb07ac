import type { AppFields, ReviewedFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

const STATEMENT: Statement = {
  name: 'app-update',
  text: `update app set name = $2, description = $3, logo_url = nullif($4, ''), redirect_uris = $5, scopes = $6,
      support_url = nullif($7, ''), support_email = nullif($8, ''), change = $9, updated_at = $10
    where id = $1`,
};

/** Gives an app its fields, and the change that waits for a review. */
export async function updateApp(
  tx: Queryable,
  id: string,
  { fields, change }: { fields: AppFields; change: ReviewedFields | null },
  at: Date,
): Promise<void> {
  const { name, description, logoUrl, redirectUris, scopes, supportUrl, supportEmail } = fields;
  const texts = [name, description, logoUrl, redirectUris, scopes, supportUrl, supportEmail];
  await tx.rows(STATEMENT, [id, ...texts, change === null ? null : JSON.stringify(change), at]);
}
