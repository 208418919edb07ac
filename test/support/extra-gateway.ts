import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { platform } from './platform.ts';

/** An additional gateway of a test, on the platform's services. */
export interface ExtraGateway {
  url: string;
  adminUrl: string;
  pid: number;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../../gateway/dist/main.js', import.meta.url));

/**
 * Starts an additional gateway with its own settings and waits until it is ready.
 * @param program defaults to that of the product
 */
export async function startGateway(
  settings: Record<string, string> = {},
  program = MAIN,
): Promise<ExtraGateway> {
  const [http, admin] = [await randomPort(), await randomPort()];
  const ports = { HTTP_PORT: String(http), ADMIN_PORT: String(admin) };
  const child = spawn(process.execPath, [program], {
    env: { ...platform().gatewayEnv, ...ports, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const adminUrl = `http://127.0.0.1:${admin}`;
  await untilReady(adminUrl, () => child.exitCode !== null);
  return {
    url: `http://127.0.0.1:${http}`,
    adminUrl,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

/** Resolves when `/readyz` answers 200. */
export async function untilReady(adminUrl: string, gone: () => boolean = () => false): Promise<void> {
  for (const until = Date.now() + 180_000; Date.now() < until;) {
    if (gone()) throw new Error(`the process at ${adminUrl} has ended`);
    const ready = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the process at ${adminUrl} was not ready in three minutes`);
}
