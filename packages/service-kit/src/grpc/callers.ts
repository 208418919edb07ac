/** Allowed callers of each method of a server: full service name, method name, certificate names of the callers. */
export type Callers = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Every caller of any method. */
export function allCallers(callers: Callers): string[] {
  return [...new Set(Object.values(callers).flatMap((methods) => Object.values(methods).flat()))].toSorted();
}

/**
 * Checks a declaration against the methods of a server, written `package.Service/Method`.
 * @throws Error naming the methods without declared callers, and the declared methods that do not exist
 */
export function checkCallers(callers: Callers, methods: ReadonlySet<string>): void {
  const declared = new Set(
    Object.entries(callers).flatMap(([service, byMethod]) =>
      Object.keys(byMethod).map((method) => `${service}/${method}`),
    ),
  );
  const missing = [...methods].filter((method) => !declared.has(method));
  const unknown = [...declared].filter((method) => !methods.has(method));
  if (missing.length > 0) throw new Error(`Callers are not declared for ${missing.join(', ')}.`);
  if (unknown.length > 0) throw new Error(`Callers are declared for unknown methods: ${unknown.join(', ')}.`);
}
