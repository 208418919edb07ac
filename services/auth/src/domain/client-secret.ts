import type { ClientSecret } from '@commerce/proto/commerce/auth/v1/apps.ts';

/** A client secret, without the secret. */
export interface ClientSecretRecord {
  id: string;
  /** Last characters of the secret. */
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** The message of a client secret. */
export const toClientSecret = (secret: ClientSecretRecord): ClientSecret => ({
  id: secret.id,
  hint: secret.hint,
  createdAtMs: secret.createdAt.getTime(),
  lastUsedAtMs: secret.lastUsedAt?.getTime(),
  expiresAtMs: secret.expiresAt?.getTime(),
});
