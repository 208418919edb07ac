import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import type { ServiceName } from '@commerce/deploy/local/services.ts';
import { untilReady } from '../support/extra-gateway.ts';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';

/** Processes of a service. */
export interface Replicas {
  count: number;
  /** gRPC target of all of them. */
  address: string;
  /** Ids of those beside the platform's own. */
  pids: number[];
}

/** Runs a measurement with a number of processes of a service: the platform's own and further ones. */
export async function withReplicas<T>(
  { processes }: Stack,
  service: ServiceName,
  count: number,
  use: (replicas: Replicas) => Promise<T>,
): Promise<T> {
  const { env, spec, address } = processes[service];
  const start = async () => {
    const [grpc, admin] = [await randomPort(), await randomPort()];
    const ports = { GRPC_PORT: String(grpc), ADMIN_PORT: String(admin) };
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: { ...env, ...ports },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await untilReady(`http://127.0.0.1:${admin}`, () => child.exitCode !== null);
    return { child, address: `127.0.0.1:${grpc}` };
  };
  const started = await Promise.all(Array.from({ length: count - 1 }, start));
  try {
    return await use({
      count,
      address: `ipv4:${[address, ...started.map((each) => each.address)].join(',')}`,
      pids: started.map(({ child }) => child.pid!),
    });
  } finally {
    for (const { child } of started) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}
