import type { AppsServiceService, StoreInstallation } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import DataLoader from 'dataloader';

const MAX_STORES = 100;
/** Time for requests of other stores to join a call, which costs far more than a store in it. */
const GATHER_MS = 10;

/** Lists the apps that are installed on a store now. */
export type ListInstallations = (ctx: Context, storeId: string) => Promise<StoreInstallation[]>;

/** Lists installations from auth: requests of a few ms share a call, and no response is cached. */
export function installationsClient(
  auth: Pick<ClientOf<typeof AppsServiceService>, 'listStoreInstallations'>,
): ListInstallations {
  const loader = new DataLoader<{ ctx: Context; storeId: string }, StoreInstallation[]>(
    async (requests) => {
      const [first] = requests;
      const deadlineMs = Math.min(...requests.map(({ ctx }) => ctx.deadlineMs));
      // Distinct, because events of a store arrive from several services at once.
      const storeIds = [...new Set(requests.map(({ storeId }) => storeId))];
      const ctx = systemContext(first!.ctx.requestId, deadlineMs);
      const { installations } = await auth.listStoreInstallations(ctx, { storeIds });
      const byStore = Map.groupBy(installations, ({ storeId }) => storeId);
      return requests.map(({ storeId }) => byStore.get(storeId) ?? []);
    },
    {
      cache: false,
      maxBatchSize: MAX_STORES,
      batchScheduleFn: (send) => setTimeout(send, GATHER_MS),
    },
  );
  return (ctx, storeId) => loader.load({ ctx, storeId });
}
