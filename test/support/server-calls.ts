import { fetchMetrics } from './metrics.ts';
import { platform } from './platform.ts';

/**
 * Number of calls of a gRPC method that a service has answered, from its metrics.
 * @param method e.g. `CatalogService/ListProducts`
 */
export async function countServerCalls(service: string, method: string): Promise<number> {
  return (await fetchMetrics(platform().processes[service]!.adminUrl))
    .split('\n')
    .filter((line) => line.startsWith('rpc_server_duration_seconds_count{') && line.includes(`.${method}"`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
