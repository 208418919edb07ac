import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from '../config.ts';
import type { Logger } from '../logger.ts';

/** Certificate, private key and trusted authorities of a process (PEM files). */
export interface CertificateFiles {
  certificate: string;
  privateKey: string;
  authorities: string;
}

interface Loaded {
  certificate: Buffer;
  privateKey: Buffer;
  authorities: Buffer;
}

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

const REREAD_MS = 10_000;

/** Settings that enable TLS. */
export interface TlsConfig {
  TLS_CERT_FILE: string | undefined;
  TLS_KEY_FILE: string | undefined;
  TLS_CA_FILE: string | undefined;
}

/**
 * The configured certificate files; undefined when none are set and calls are plaintext.
 * @throws ConfigError when only some of them are set
 */
export function certificateFilesOf(config: TlsConfig): CertificateFiles | undefined {
  const { TLS_CERT_FILE: certificate, TLS_KEY_FILE: privateKey, TLS_CA_FILE: authorities } = config;
  if (certificate && privateKey && authorities) return { certificate, privateKey, authorities };
  if (!certificate && !privateKey && !authorities) return undefined;
  throw new ConfigError(
    'Bad configuration:\n  Set all of TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE, or none of them.',
  );
}

/**
 * Certificate of this process and its trusted authorities, reloaded from the files. New connections use the
 * current files; open ones stay. Files that do not match each other, as in the middle of a rotation, are
 * ignored and the previous ones stay in use.
 */
export class Certificates implements experimental.CertificateProvider {
  readonly #files: CertificateFiles;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  readonly #channelCredentials: ChannelCredentials;
  #loaded: Loaded;

  /** @throws ConfigError when the files cannot be used */
  constructor(files: CertificateFiles, logger: Logger, rereadMs = REREAD_MS) {
    this.#files = files;
    this.#logger = logger;
    try {
      this.#loaded = load(files);
    } catch (error) {
      throw new ConfigError(`The certificates cannot be used: ${(error as Error).message}`);
    }
    this.#channelCredentials = experimental.createCertificateProviderChannelCredentials(this, this);
    this.#timer = setInterval(() => this.#reread(), rereadMs).unref();
  }

  /** Expiry of the certificate in use, in seconds since the epoch. */
  get expiresAtS(): number {
    return Date.parse(new X509Certificate(this.#loaded.certificate).validTo) / 1000;
  }

  /** Server credentials that present the certificate and require a client certificate signed by the authorities. */
  serverCredentials(): ServerCredentials {
    return experimental.createCertificateProviderServerCredentials(this, this, true);
  }

  /** Channel credentials that present the certificate and verify the name of the called server. */
  channelCredentials(): ChannelCredentials {
    return this.#channelCredentials;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    process.nextTick(() => listener({ caCertificate: this.#loaded.authorities }));
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    process.nextTick(() => listener(this.#loaded));
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
  }

  #reread(): void {
    let read: Loaded;
    try {
      read = load(this.#files);
    } catch (err) {
      this.#logger.warn({ err }, 'the new certificates cannot be used');
      return;
    }
    if (isSame(read, this.#loaded)) return;
    this.#loaded = read;
    for (const listener of this.#identityListeners) listener(read);
    for (const listener of this.#caListeners) listener({ caCertificate: read.authorities });
    this.#logger.info({ expires_at: new Date(this.expiresAtS * 1000) }, 'certificates reloaded');
  }
}

/** Reads the files. @throws Error when a file is missing or invalid, or the key does not match the certificate */
function load({ certificate, privateKey, authorities }: CertificateFiles): Loaded {
  const read: Loaded = {
    certificate: readFileSync(certificate),
    privateKey: readFileSync(privateKey),
    authorities: readFileSync(authorities),
  };
  // OpenSSL ignores invalid authorities, and would then trust no certificate at all.
  if (!new X509Certificate(read.authorities).ca)
    throw new Error(`${authorities} is not a certificate authority`);
  createSecureContext({ cert: read.certificate, key: read.privateKey, ca: read.authorities });
  return read;
}

function isSame(one: Loaded, other: Loaded): boolean {
  return (
    one.certificate.equals(other.certificate) &&
    one.privateKey.equals(other.privateKey) &&
    one.authorities.equals(other.authorities)
  );
}
