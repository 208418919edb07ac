import type {
  InstallationsServiceService,
  StoreInstallation,
} from '@commerce/proto/commerce/auth/v1/installations.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import DataLoader from 'dataloader';

const MAX_STORES = 100;

/** The apps that are installed on a store, as auth knows them at this moment. */
export type InstallationsOf = (ctx: Context, storeId: string) => Promise<StoreInstallation[]>;

/** Asks auth; stores that are asked for in one turn of the event loop are one call, and nothing is kept. */
export function askInstallations(auth: ClientOf<typeof InstallationsServiceService>): InstallationsOf {
  const loader = new DataLoader<{ ctx: Context; storeId: string }, StoreInstallation[]>(
    async (asked) => {
      const [first] = asked;
      const deadlineMs = Math.min(...asked.map(({ ctx }) => ctx.deadlineMs));
      // Events of a store come from several services at once.
      const storeIds = [...new Set(asked.map(({ storeId }) => storeId))];
      const ctx = systemContext(first!.ctx.requestId, deadlineMs);
      const { installations } = await auth.listStoreInstallations(ctx, { storeIds });
      const byStore = Map.groupBy(installations, ({ storeId }) => storeId);
      return asked.map(({ storeId }) => byStore.get(storeId) ?? []);
    },
    { cache: false, maxBatchSize: MAX_STORES },
  );
  return (ctx, storeId) => loader.load({ ctx, storeId });
}
