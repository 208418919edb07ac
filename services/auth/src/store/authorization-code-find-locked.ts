import type { Queryable } from '@commerce/service-kit/db/database.ts';

/** An authorization code, held until the commit. */
export interface CodeRow {
  app_id: string;
  store_id: string;
  person_id: string;
  redirect_uri: string;
  scopes: string[];
  code_challenge: string;
  expires_at: Date;
  used_at: Date | null;
  installation_id: string | null;
  family_id: string | null;
}

const STATEMENT = {
  name: 'authorization-code-find-locked',
  text: `select app_id, store_id, person_id, redirect_uri, scopes, code_challenge, expires_at,
      used_at, installation_id, family_id
    from authorization_code where code_hash = $1 for update`,
};

/** The code, locked: it is exchanged once. */
export async function lockCode(tx: Queryable, codeHash: Buffer): Promise<CodeRow | undefined> {
  const [row] = await tx.rows<CodeRow>(STATEMENT, [codeHash]);
  return row;
}
