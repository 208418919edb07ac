import path from 'node:path';
import { run } from './run.ts';

/** The key as cosign reads it from the environment. */
const KEY = ['--key', 'env://COSIGN_PRIVATE_KEY'];
/** Signatures are verified with a key alone, so no transparency log has to be reachable. */
const OFFLINE = ['--tlog-upload=false', '--yes'];

/** Signs files with the key in the environment, and verifies that. */
export class Signer {
  readonly #cosign: string;
  readonly #signal: AbortSignal;

  constructor(cosign: string, signal: AbortSignal) {
    this.#cosign = cosign;
    this.#signal = signal;
  }

  /** Writes the public key. @throws ReleaseError when the password does not decrypt the private key */
  async writePublicKey(file: string): Promise<void> {
    await this.#run('public-key', ...KEY, '--outfile', file);
  }

  /** Writes the signature of a file beside it, as `<file>.sig`, and verifies it with the public key. */
  async signFile(file: string, publicKey: string): Promise<void> {
    const signature = `${file}.sig`;
    await this.#run('sign-blob', ...KEY, ...OFFLINE, '--output-signature', signature, file);
    const verification = ['--key', publicKey, '--private-infrastructure', '--signature', signature];
    await this.#run('verify-blob', ...verification, file);
  }

  /** Signs an image or a chart in its registry. @param reference with its digest */
  async signPushed(reference: string): Promise<void> {
    await this.#run('sign', ...KEY, ...OFFLINE, reference);
  }

  /** Attaches an SBOM as a signed attestation to an image in its registry. @param reference with its digest */
  async attestSbom(reference: string, sbom: string): Promise<void> {
    await this.#run('attest', ...KEY, ...OFFLINE, '--type', 'cyclonedx', '--predicate', sbom, reference);
  }

  #run(command: string, ...args: string[]): Promise<string> {
    return run(this.#cosign, [command, ...args], { signs: true, signal: this.#signal });
  }
}

/** Signs every file of a directory. */
export async function signAll(signer: Signer, output: string, files: string[]): Promise<void> {
  const publicKey = path.join(output, 'cosign.pub');
  for (const file of files) await signer.signFile(path.join(output, file), publicKey);
}
