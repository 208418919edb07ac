/** A Secret of Kubernetes, with base64 values. */
export interface Secret {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: {
    name: string;
    namespace: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  type: string;
  data: Record<string, string>;
}

/** The value under a key of a Secret; undefined when there is none. */
export function valueOf(secret: Secret | undefined, key: string): string | undefined {
  const value = secret?.data?.[key];
  return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
}

/** Encodes the values of a Secret. */
export function dataOf(values: Record<string, string>): Record<string, string> {
  const encoded = Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  return Object.fromEntries(encoded) as Record<string, string>;
}
