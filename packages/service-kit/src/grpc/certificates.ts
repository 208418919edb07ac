import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { experimental, type ChannelCredentials, type ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from '../config.ts';
import type { Logger } from '../logger.ts';

/** The files by which a process shows who it is to others, and knows whom to trust (PEM). */
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

/** The settings of a process that make its calls encrypted. */
export interface TlsConfig {
  TLS_CERT_FILE: string | undefined;
  TLS_KEY_FILE: string | undefined;
  TLS_CA_FILE: string | undefined;
}

/**
 * The files that the settings name; undefined when they name none, and calls are plain.
 * @throws ConfigError when some are named and others not
 */
export function certificateFilesOf(config: TlsConfig): CertificateFiles | undefined {
  const { TLS_CERT_FILE: certificate, TLS_KEY_FILE: privateKey, TLS_CA_FILE: authorities } = config;
  if (certificate && privateKey && authorities) return { certificate, privateKey, authorities };
  if (!certificate && !privateKey && !authorities) return undefined;
  throw new ConfigError(
    'Bad configuration:\n  TLS_CERT_FILE, TLS_KEY_FILE and TLS_CA_FILE are given together, or none of them.',
  );
}

/**
 * The certificate of this process and the authorities it trusts. New connections use what the files say now; those that are
 * open stay. Files that do not fit each other, as in the middle of a rotation, are passed over: what was read before holds.
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

  /** When the certificate in use expires, in seconds since 1970. */
  get expiresAtS(): number {
    return Date.parse(new X509Certificate(this.#loaded.certificate).validTo) / 1000;
  }

  /** For a server: it shows the certificate, and takes nobody without one that the authorities have signed. */
  serverCredentials(): ServerCredentials {
    return experimental.createCertificateProviderServerCredentials(this, this, true);
  }

  /** For calls: they show the certificate, and go to nobody else than the name that is called. */
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
    this.#logger.info({ expires_at: new Date(this.expiresAtS * 1000) }, 'certificates read anew');
  }
}

/** Reads the files. @throws Error when they are not there, no certificates, or the key is another certificate's */
function load({ certificate, privateKey, authorities }: CertificateFiles): Loaded {
  const read: Loaded = {
    certificate: readFileSync(certificate),
    privateKey: readFileSync(privateKey),
    authorities: readFileSync(authorities),
  };
  // OpenSSL passes over authorities that are no certificates, and then trusts nobody.
  if (!new X509Certificate(read.authorities).ca) throw new Error(`${authorities} is no authority`);
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
