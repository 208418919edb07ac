import { randomUUID } from 'node:crypto';
import { generate } from 'selfsigned';

/** A certificate authority of a test, and its certificate for localhost. */
export interface TestCa {
  ca: string;
  key: string;
  cert: string;
}

/** Creates an authority and a certificate. */
export async function testCa(): Promise<TestCa> {
  const authority = await generate([{ name: 'commonName', value: `Test CA ${randomUUID()}` }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { ca: authority.cert, key: leaf.private, cert: leaf.cert };
}
