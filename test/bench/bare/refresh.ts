import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import type pg from 'pg';

interface Installation {
  installation_id: string;
  store_id: string;
  store_name: string;
  scopes: string[];
  generation: number;
}

const LIFETIME_S = 3600;

/** A separate key: signing costs the same with any key. */
const { privateKey } = generateKeyPairSync('ed25519');

// A single statement is one transaction: the first to use the token locks its row, and later ones find it used.
const ROTATE = `with used as (
    update refresh_token t set used_at = now()
    from installation i join store s on s.id = i.store_id
    where t.token_hash = $1 and t.used_at is null and t.expires_at > now() and i.id = t.installation_id
      and i.app_id = $2 and i.state = 'installed' and i.family_id = t.family_id
      and exists (
        select from client_secret c
        where c.app_id = $2 and c.secret_hash = $3 and (c.expires_at is null or c.expires_at > now()))
    returning i.id as installation_id, i.family_id, i.store_id, s.name as store_name, i.scopes, i.generation
  ), next as (
    insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
    select $4, installation_id, family_id, now(), now() + interval '90 days' from used
  )
  select installation_id, store_id, store_name, to_json(scopes) as scopes, generation::float8 from used`;

/**
 * Runs a token refresh.
 * @param authorization header with the client's id and secret (RFC 6749, 2.3.1)
 * @param form body with the refresh token
 */
export async function refresh(pool: pg.Pool, authorization: string, form: string): Promise<string> {
  const [clientId, secret] = Buffer.from(authorization.slice('Basic '.length), 'base64')
    .toString()
    .split(':')
    .map(decodeURIComponent);
  const presented = new URLSearchParams(form).get('refresh_token')!;
  const next = randomBytes(32).toString('base64url');
  const values = [sha256(presented), clientId, sha256(secret!), sha256(next)];
  const { rows } = await pool.query<Installation>({ name: 'refresh', text: ROTATE, values });
  const [row] = rows;
  if (!row) throw new Error('refused');
  return JSON.stringify({
    access_token: accessToken(clientId!, row),
    token_type: 'Bearer',
    expires_in: LIFETIME_S,
    refresh_token: next,
    scope: row.scopes.join(' '),
    installation_id: row.installation_id,
    store: { id: row.store_id, name: row.store_name },
  });
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const base64url = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');

const HEADER = base64url({ alg: 'EdDSA', typ: 'at+jwt', kid: randomUUID() });

function accessToken(clientId: string, row: Installation): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    client_id: clientId,
    store_id: row.store_id,
    scope: row.scopes.join(' '),
    gen: row.generation,
    iss: 'http://bare',
    aud: 'http://bare',
    sub: row.installation_id,
    iat,
    exp: iat + LIFETIME_S,
    jti: randomUUID(),
  };
  const signed = `${HEADER}.${base64url(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}
