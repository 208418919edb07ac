import type {
  UninstallInstallationRequest,
  UninstallInstallationResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { uninstall } from '../installations/uninstall.ts';

/** Uninstalls in the merchant's name (contract, section 3): the next request with a token of the installation is refused. */
export function uninstallInstallation({
  writer,
  clock,
}: Deps): Handler<UninstallInstallationRequest, UninstallInstallationResponse> {
  return async (ctx, { installationId }) => {
    const given = { installationId, storeId: ctx.storeId, by: 'merchant' } as const;
    const row = await writer.change(ctx, (unit) => uninstall(unit, given, clock.now()));
    return {
      installationId: row.id,
      appId: row.app_id,
      storeId: row.store_id,
      uninstalledAtMs: row.uninstalled_at!.getTime(),
      uninstalledBy: row.uninstalled_by!,
    };
  };
}
