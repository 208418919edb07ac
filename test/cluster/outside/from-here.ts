import { Installation } from '../installation.ts';
import { demoAccounts, routeThroughGateway } from '../pod/src/demo-platform.ts';

/** People and apps of the demo. */
export type Accounts = ReturnType<typeof demoAccounts>;

/** Routes the public URL to the gateway's Service while work runs on this machine. */
export async function fromHere<T>(
  { namespace }: Installation,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  const secret = namespace.secret(`${Installation.release}-demo`);
  const accounts = demoAccounts({
    now: Date.parse(`${secret['day']}T00:00:00Z`),
    password: secret['password']!,
    clientSecrets: [secret['client-secret-1']!, secret['client-secret-2']!],
  });
  const gateway = await namespace.forward(`service/${Installation.release}-gateway`, 80);
  const end = routeThroughGateway(Installation.publicUrl, gateway.url);
  try {
    return await work(accounts);
  } finally {
    end();
    await gateway.close();
  }
}
