import { createPrivateKey, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

const DAY_MS = 24 * 3600 * 1000;
const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 1095;
/** Time before its end at which a certificate is renewed. */
const RENEW_DAYS = 90;

/** A certificate with its private key (PEM). */
export interface Certificate {
  cert: string;
  key: string;
}

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** Creates a certificate authority. */
export async function newAuthority(name: string): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: inDays(AUTHORITY_DAYS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert, key };
}

/** Creates a certificate of an authority for servers and clients. @param names DNS names, its common name first */
export async function newCertificate(authority: Certificate, names: string[]): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: names[0]! }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { cert: authority.cert, key: pkcs8(authority.key) },
    notAfterDate: inDays(CERTIFICATE_DAYS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    ],
  });
  return { cert, key };
}

/** Converts a key to PKCS #8, for authorities that other programs made. */
const pkcs8 = (key: string): string =>
  createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** Reports whether an authority signed a certificate for these names that stays valid for three months. */
export function isUsable(certificate: string | undefined, authority: string, names: string[]): boolean {
  if (certificate === undefined) return false;
  const read = new X509Certificate(certificate);
  const isSigned = read.verify(new X509Certificate(authority).publicKey);
  const isNamed = names.every((name) => read.subjectAltName?.split(', ').includes(`DNS:${name}`));
  return isSigned && isNamed && Date.parse(read.validTo) > inDays(RENEW_DAYS).getTime();
}
