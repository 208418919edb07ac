/** Stops what `start-postgres.ts` started. */
export default async function stopPostgres(): Promise<void> {
  await globalThis.testPostgres?.stop();
}
