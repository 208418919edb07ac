/** Stops what `start-servers.ts` started. */
export default async function stopServers(): Promise<void> {
  await globalThis.testPostgres?.stop();
}
