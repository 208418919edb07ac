const MIB = 1024 * 1024;

/** The metrics of a process. @param adminUrl without a trailing slash */
export const fetchMetrics = async (adminUrl: string): Promise<string> =>
  (await fetch(`${adminUrl}/metrics`)).text();

/** Values of metrics of a process, of the first series of those with labels. */
export async function readMetrics(adminUrl: string, ...names: string[]): Promise<number[]> {
  const metrics = await fetchMetrics(adminUrl);
  return names.map((name) => Number(new RegExp(`^${name}(?:\\{\\S*)? (\\S+)$`, 'm').exec(metrics)![1]));
}

/** Memory that a process uses for objects, including garbage that is not collected yet, in MiB. */
export async function memoryMiB(adminUrl: string): Promise<number> {
  const sizes = await readMetrics(adminUrl, 'nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes');
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / MIB;
}
