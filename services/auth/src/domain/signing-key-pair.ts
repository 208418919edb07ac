import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';

/** A new signing key with its encrypted private half. */
export interface SigningKeyPair {
  kid: string;
  publicJwk: object;
  privateSealed: string;
}

/** The purpose that a private key is encrypted for. */
export const signingKeyPurpose = (kid: string): string => `signing-key:${kid}`;

/** Generates an Ed25519 key pair; its id is its thumbprint (RFC 7638). */
export async function makeSigningKey(box: SecretBox): Promise<SigningKeyPair> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  return {
    kid,
    publicJwk: { ...publicJwk, kid, alg: 'EdDSA', use: 'sig' },
    privateSealed: box.seal(privateJwk, signingKeyPurpose(kid)),
  };
}
