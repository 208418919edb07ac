import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { untilReady } from './extra-gateway.ts';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { platform } from './platform.ts';

/** A second process of the webhooks service, which a test may kill repeatedly. */
export interface WebhookReplica {
  adminUrl: string;
  /** Kills it; it is restarted immediately. */
  kill(): void;
  /** Stops it gracefully and permanently. */
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../services/webhooks/dist/main.js', import.meta.url));
/** Restart delay in ms: while the database is down it exits by itself. */
const PAUSE_MS = 500;

/** Starts the process; resolves when it is ready. */
export async function startWebhookReplica(): Promise<WebhookReplica> {
  const [grpc, admin] = [await randomPort(), await randomPort()];
  const env = { ...platform().webhooksEnv, GRPC_PORT: String(grpc), ADMIN_PORT: String(admin) };
  let stopped = false;
  let child: ChildProcess;
  const start = (): void => {
    child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('exit', () => {
      if (!stopped) setTimeout(() => !stopped && start(), PAUSE_MS);
    });
  };
  start();
  const adminUrl = `http://127.0.0.1:${admin}`;
  await untilReady(adminUrl);
  return {
    adminUrl,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      stopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
