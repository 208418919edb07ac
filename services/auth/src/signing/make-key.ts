import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

/** A new signing key, its private half sealed. */
export interface MadeKey {
  kid: string;
  publicJwk: object;
  privateSealed: string;
}

/** What a private key is sealed for. */
export const sealPurpose = (kid: string): string => `signing-key:${kid}`;

/** Makes an Ed25519 key pair; its id is its thumbprint (RFC 7638). */
export async function makeSigningKey(box: SecretBox): Promise<MadeKey> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  return {
    kid,
    publicJwk: { ...publicJwk, kid, alg: 'EdDSA', use: 'sig' },
    privateSealed: box.seal(privateJwk, sealPurpose(kid)),
  };
}
