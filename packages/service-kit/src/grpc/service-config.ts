import type { Methods } from './server.ts';

const READS = /^(Get|List|BatchGet|Resolve|Search|Find|Preview)[A-Z]/;

/** Reports whether a method has no side effects, by the name at the end of its path. */
export const isRead = (path: string): boolean => READS.test(path.slice(path.lastIndexOf('/') + 1));

/** The standard health check (gRPC health checking protocol). */
export const HEALTH = { service: 'grpc.health.v1.Health', method: 'Check' };

/** Service config of a channel (gRPC A2, A6): calls are spread round robin, and reads are retried when a replica is down or lost. */
export function serviceConfig(definitions: Methods[]): object {
  const reads = definitions
    .flatMap((definition) => Object.values(definition))
    .filter(({ path }) => isRead(path))
    .map(({ path }) => path.split('/') as [string, string, string])
    .map(([, service, method]) => ({ service, method }));
  const retryPolicy = {
    maxAttempts: 3,
    initialBackoff: '0.05s',
    maxBackoff: '0.5s',
    backoffMultiplier: 2,
    retryableStatusCodes: ['UNAVAILABLE'],
  };
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [{ name: [...reads, HEALTH], retryPolicy }],
    // Retries stop while more than half of the recent calls failed, so that they do not add to an overload.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
  };
}
