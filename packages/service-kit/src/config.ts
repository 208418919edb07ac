import * as z from 'zod';

/** One configuration key: its validation and its documentation. */
export interface Setting<T = unknown> {
  schema: z.ZodType<T, string | undefined>;
  /** Meaning, unit and effect; printed in docs/configuration.md. */
  description: string;
  example: string;
  /** Never printed in logs or errors. */
  secret?: boolean;
}

/** Settings of a process, keyed by environment variable. */
export type Settings = Record<string, Setting>;

/** The parsed values of a set of settings. */
export type ConfigOf<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** The environment does not satisfy the settings; the message names each bad key and the reason. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const emptyAsMissing = (text: string | undefined) => (text === '' ? undefined : text);

const integer = (bounds: { min?: number; max?: number }) =>
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(bounds.min ?? 0)
        .max(bounds.max ?? Number.MAX_SAFE_INTEGER),
    );

const url = (...schemes: string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a URL starting with ${schemes.map((s) => `${s}://`).join(' or ')}`,
  });

/** Schemas for the value of an environment variable. */
export const text = {
  /** A non-empty string. */
  string: () => z.string().min(1),
  /** A whole number within bounds. */
  integer,
  /** A number, decimals allowed. */
  number: (bounds: { min: number; max?: number }) =>
    z
      .string()
      .transform(Number)
      .pipe(
        z
          .number()
          .min(bounds.min)
          .max(bounds.max ?? Number.MAX_VALUE),
      ),
  /** A TCP port; 0 lets the system choose. */
  port: () => integer({ max: 65535 }),
  /** An absolute URL with one of the schemes. */
  url,
  /** Absolute URLs with one of the schemes, separated by commas. */
  urls: (...schemes: string[]) =>
    z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .pipe(z.array(url(...schemes))),
  /** host:port of a gRPC service, or any gRPC target such as dns:///name:port. */
  address: () => z.string().regex(/^\S+:\d+$/, 'must be host:port'),
  /** true or false. */
  boolean: () => z.enum(['true', 'false']).transform((value) => value === 'true'),
  /** One of the listed words. */
  oneOf: <const W extends readonly [string, ...string[]]>(words: W) => z.enum(words),
};

/** A required setting. */
export function required<T>(schema: z.ZodType<T, string>, doc: Omit<Setting<T>, 'schema'>): Setting<T> {
  return { ...doc, schema: z.string({ error: 'is required' }).pipe(schema) as Setting<T>['schema'] };
}

/** A setting with a default, written as it would be in the environment. */
export function withDefault<T>(
  schema: z.ZodType<T, string>,
  fallback: string,
  doc: Omit<Setting<T>, 'schema' | 'example'>,
): Setting<T> {
  return {
    ...doc,
    example: fallback,
    schema: z.string().default(fallback).pipe(schema) as Setting<T>['schema'],
  };
}

/** An optional setting. */
export function optional<T>(
  schema: z.ZodType<T, string>,
  doc: Omit<Setting<T>, 'schema'>,
): Setting<T | undefined> {
  return { ...doc, schema: schema.optional() };
}

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming every bad key; values of secrets are not included.
 */
export function loadConfig<S extends Settings>(settings: S, env: NodeJS.ProcessEnv): ConfigOf<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const raw = emptyAsMissing(env[key]);
    const result = setting.schema.safeParse(raw);
    if (result.success) {
      values[key] = result.data;
      continue;
    }
    const given =
      raw === undefined ? '' : setting.secret ? ' (given, not shown)' : ` (given: ${JSON.stringify(raw)})`;
    const why = result.error.issues.map((issue) => issue.message).join('; ');
    problems.push(`${key}: ${why}${given}. ${setting.description} Example: ${setting.example}`);
  }
  if (problems.length > 0) throw new ConfigError(`Bad configuration:\n  ${problems.join('\n  ')}`);
  return values as ConfigOf<S>;
}
