import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import type { CertificateFiles } from '../../src/grpc/certificates.ts';

const DAY_MS = 24 * 3600 * 1000;

/** A certificate authority for tests. */
export interface TestAuthority {
  cert: string;
  key: string;
}

/** A certificate and its key. */
export interface TestCertificate {
  cert: string;
  key: string;
}

export async function newAuthority(): Promise<TestAuthority> {
  const made = await generate([{ name: 'commonName', value: `Test CA ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Names and expiry of a certificate; valid for one day by default. */
export interface CertificateNames {
  dns?: string[];
  uris?: string[];
  notAfter?: Date;
}

/** A certificate signed by the authority; also valid for 127.0.0.1. */
export async function newCertificate(
  authority: TestAuthority,
  { dns = [], uris = [], notAfter = new Date(Date.now() + DAY_MS) }: CertificateNames,
): Promise<TestCertificate> {
  const made = await generate([{ name: 'commonName', value: 'test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: authority,
    notBeforeDate: new Date(notAfter.getTime() - 2 * DAY_MS),
    notAfterDate: notAfter,
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          ...dns.map((value) => ({ type: 2 as const, value })),
          ...uris.map((value) => ({ type: 6 as const, value })),
          { type: 7 as const, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** A folder with the certificate files of a process. */
export class CertificateFolder {
  readonly files: CertificateFiles;
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
    const at = (name: string) => path.join(dir, name);
    this.files = { certificate: at('tls.crt'), privateKey: at('tls.key'), authorities: at('ca.crt') };
  }

  static async of(certificate: TestCertificate, ...authorities: TestAuthority[]): Promise<CertificateFolder> {
    const folder = new CertificateFolder(await mkdtemp(path.join(tmpdir(), 'commerce-tls-')));
    await folder.write(certificate, ...authorities);
    return folder;
  }

  async write({ cert, key }: TestCertificate, ...authorities: TestAuthority[]): Promise<void> {
    await writeFile(this.files.authorities, authorities.map((each) => each.cert).join('\n'));
    await writeFile(this.files.certificate, cert);
    await writeFile(this.files.privateKey, key);
  }

  async remove(): Promise<void> {
    await rm(this.#dir, { recursive: true });
  }
}
