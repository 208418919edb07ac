const MIB = 1024 * 1024;

/** The value of a metric, of its first series if it has labels. @param adminUrl of a process, without a trailing slash */
export async function readMetric(adminUrl: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{\\S*)? (\\S+)$`, 'm').exec(metrics)![1]);
}

/** Memory that a process uses for objects, including garbage that is not collected yet, in MiB. */
export async function memoryMiB(adminUrl: string): Promise<number> {
  const [heap, external] = await Promise.all([
    readMetric(adminUrl, 'nodejs_heap_size_used_bytes'),
    readMetric(adminUrl, 'nodejs_external_memory_bytes'),
  ]);
  return (heap + external) / MIB;
}
