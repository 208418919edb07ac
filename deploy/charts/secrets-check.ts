import assert from 'node:assert/strict';
import { parseSecretArguments } from '../secrets/make-secrets.ts';
import { missingSecrets } from '../secrets/platform-secrets.ts';
import type { KubernetesObject } from './render.ts';

/** A reference to a Secret, with the key that it needs. */
interface Reference {
  name: string;
  key: string;
}

/** Problems with the Secrets of a trial: what its objects refer to and its Job does not make. */
export async function wrongSecrets(objects: KubernetesObject[]): Promise<string[]> {
  const job = objects.find(({ kind, metadata }) => kind === 'Job' && metadata.name.endsWith('-secrets'));
  assert.ok(job, 'no Job makes Secrets');
  const [, ...args] = job.spec.template.spec.containers[0].args as string[];
  const made = new Map<string, string[]>();
  for (const { metadata, data } of await missingSecrets([], parseSecretArguments(args)))
    made.set(metadata.name, Object.keys(data));
  return objects.flatMap((object) =>
    referencesOf(object)
      .filter(({ name, key }) => !made.get(name)?.includes(key))
      .map(({ name, key }) => `${object.kind} ${object.metadata.name} needs ${key} of ${name}, which is not made`),
  );
}

/** References to Secrets anywhere in an object. */
function referencesOf(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === 'secretKeyRef' ? [inner as Reference] : []),
    ...(key === 'secret' ? volumeReferences(inner as SecretVolume) : []),
    ...referencesOf(inner),
  ]);
}

interface SecretVolume {
  name?: string;
  secretName?: string;
  items?: { key: string }[];
}

/** A volume without items is one of certificates. */
function volumeReferences({ name, secretName, items }: SecretVolume): Reference[] {
  const keys = items?.map(({ key }) => key) ?? ['ca.crt', 'tls.crt', 'tls.key'];
  return keys.map((key) => ({ name: (secretName ?? name)!, key }));
}
