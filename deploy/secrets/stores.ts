import { readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Secret } from './secret.ts';

/** The Secrets of a namespace. */
export interface SecretStore {
  list(): Promise<Secret[]>;
  /** Creates or replaces a Secret. */
  write(secret: Secret, exists: boolean): Promise<void>;
}

/** Selects all Secrets but those of Helm, which contain whole releases. */
const SELECTOR = 'type!=helm.sh/release.v1';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Secrets of the cluster that kubectl is set to. */
export function kubectlStore(namespace: string): SecretStore {
  const kubectl = (args: string[], input?: string): string => {
    const all = ['--namespace', namespace, ...args];
    const options = { encoding: 'utf8', input, maxBuffer: MAX_OUTPUT_BYTES } as const;
    const { status, stdout, stderr, error } = spawnSync('kubectl', all, options);
    if (error !== undefined) throw new Error(reasonOf(error));
    if (status !== 0) throw new Error(`kubectl ${args[0]}: ${stderr.trim().split('\n').at(-1)}`);
    return stdout;
  };
  return {
    list: async () => {
      const listed = kubectl(['get', 'secrets', '--field-selector', SELECTOR, '--output', 'json']);
      return (JSON.parse(listed) as { items: Secret[] }).items;
    },
    write: async (secret, exists) => {
      kubectl([exists ? 'replace' : 'create', '-f', '-'], JSON.stringify(secret));
    },
  };
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? 'kubectl is not on the PATH: install it, or use --print.' : `kubectl: ${message}`;

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const TIMEOUT_MS = 10_000;

/** Secrets of a namespace, through the API server of the cluster that the process runs in. */
export async function clusterStore(namespace: string): Promise<SecretStore> {
  const [token, ca] = await Promise.all(
    ['token', 'ca.crt'].map((file) => readFile(`${ACCOUNT}/${file}`, 'utf8')),
  );
  const base = `https://${process.env['KUBERNETES_SERVICE_HOST']}:${process.env['KUBERNETES_SERVICE_PORT']}`;
  const request = async (method: string, name = '', body?: object): Promise<string> => {
    const sent = https.request(`${base}/api/v1/namespaces/${namespace}/secrets${name}`, {
      method,
      ca,
      timeout: TIMEOUT_MS,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    sent.on('timeout', () => sent.destroy(new Error(`the API server did not respond in ${TIMEOUT_MS} ms`)));
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode! >= 300) throw new Error(`${method} secrets${name}: ${answer}`);
    return answer;
  };
  return {
    list: async () => {
      const selected = await request('GET', `?fieldSelector=${encodeURIComponent(SELECTOR)}`);
      return (JSON.parse(selected) as { items: Secret[] }).items;
    },
    write: async (secret, exists) => {
      await (exists ? request('PUT', `/${secret.metadata.name}`, secret) : request('POST', '', secret));
    },
  };
}
