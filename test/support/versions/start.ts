import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startGateway, untilReady } from '../extra-gateway.ts';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { platform } from '../platform.ts';
import { untilWebhooksAnswers } from '../until-webhooks-answers.ts';

const programOf = (name: string): string => fileURLToPath(new URL(`${name}.ts`, import.meta.url));

/** Starts a gateway and a webhooks service with the versions of the tests, on the platform's other services. */
export async function startVersions(): Promise<{ url: string; webhooks: string; stop(): Promise<void> }> {
  const [grpc, admin] = [await randomPort(), await randomPort()];
  const env = { ...platform().webhooksEnv, GRPC_PORT: String(grpc), ADMIN_PORT: String(admin) };
  const service = spawn(process.execPath, [programOf('webhooks')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = once(service, 'exit');
  await untilReady(`http://127.0.0.1:${admin}`, () => service.exitCode !== null);
  const webhooks = `127.0.0.1:${grpc}`;
  await untilWebhooksAnswers(webhooks);
  const gateway = await startGateway({ WEBHOOKS_ADDRESS: webhooks }, programOf('gateway'));
  return {
    url: gateway.url,
    webhooks,
    async stop() {
      await gateway.stop();
      service.kill('SIGTERM');
      await exited;
    },
  };
}
