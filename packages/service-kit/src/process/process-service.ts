import {
  ProcessServiceService,
  type GetProcessResponse,
} from '@commerce/proto/commerce/common/v1/process.ts';
import type { Callers } from '../grpc/callers.ts';
import type { GrpcServer } from '../grpc/server.ts';
import { registry } from '../metrics.ts';
import type { Host } from './main.ts';

/** Allowed callers of the RPCs that every process has. */
export const processCallers: Callers = {
  'commerce.common.v1.ProcessService': { GetProcess: ['gateway'] },
};

/** Adds the RPC that reports the state of the process, for the platform's health page. */
export function addProcessService(server: GrpcServer, host: Host<{ RELEASE: string }>): void {
  const startedAtMs = Date.now();
  const getProcess = async (): Promise<GetProcessResponse> => ({
    release: host.config.RELEASE,
    startedAtMs,
    checks: (await host.readiness?.()) ?? [],
    outboxWaiting: await figure('outbox_waiting'),
    outboxLagS: await figure('outbox_lag_seconds'),
  });
  server.add(ProcessServiceService, { getProcess }, { neverShed: true });
}

async function figure(name: string): Promise<number | undefined> {
  const metric = await registry.getSingleMetric(name)?.get();
  return metric?.values[0]?.value;
}
