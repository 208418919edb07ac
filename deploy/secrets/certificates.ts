// oxlint-disable-next-line import/no-unassigned-import -- @peculiar/x509 needs what it adds to Reflect
import 'reflect-metadata';
import { createPrivateKey, KeyObject, type webcrypto, X509Certificate as ReadCertificate } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const DAY_MS = 24 * 3600 * 1000;
const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 1095;
/** Time before its end at which a certificate is renewed. */
const RENEW_DAYS = 90;
const KEYS = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** A certificate with its private key (PEM). */
export interface Certificate {
  cert: string;
  key: string;
}

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);

const pemOf = (certificate: X509Certificate, { privateKey }: webcrypto.CryptoKeyPair): Certificate => ({
  cert: `${certificate.toString('pem')}\n`,
  key: KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
});

/** Creates a certificate authority. */
export async function newAuthority(name: string): Promise<Certificate> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    keys,
    signingAlgorithm: SIGNATURE,
    name: [{ CN: [name] }],
    notAfter: inDays(AUTHORITY_DAYS),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return pemOf(certificate, keys);
}

/** Creates a certificate of an authority for servers and clients. @param names DNS names, its common name first */
export async function newCertificate(authority: Certificate, names: string[]): Promise<Certificate> {
  const keys = await newKeys();
  const issuer = new X509Certificate(authority.cert);
  const certificate = await X509CertificateGenerator.create({
    publicKey: keys.publicKey,
    signingKey: createPrivateKey(authority.key).toCryptoKey(KEYS, false, ['sign']),
    signingAlgorithm: SIGNATURE,
    issuer: issuer.subjectName,
    subject: [{ CN: [names[0]!] }],
    notAfter: inDays(CERTIFICATE_DAYS),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
      new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns', value }))),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      // While an authority is replaced, two with the same name are trusted. Verifiers try one of them unless this names its key.
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return pemOf(certificate, keys);
}

/** Reports whether an authority signed a certificate for these names that stays valid for three months. */
export function isUsable(certificate: string | undefined, authority: string, names: string[]): boolean {
  if (certificate === undefined) return false;
  const read = new ReadCertificate(certificate);
  const isSigned = read.verify(new ReadCertificate(authority).publicKey);
  const isNamed = names.every((name) => read.subjectAltName?.split(', ').includes(`DNS:${name}`));
  return isSigned && isNamed && Date.parse(read.validTo) > inDays(RENEW_DAYS).getTime();
}
