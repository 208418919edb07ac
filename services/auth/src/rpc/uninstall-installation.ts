import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type {
  UninstallInstallationRequest,
  UninstallInstallationResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { AuthDeps } from '../deps.ts';
import { uninstallInstallation as uninstall } from '../store/installation-uninstall.ts';

/** Uninstalls (contract, section 3): the next request with a token of the installation is refused. */
export function uninstallInstallation({
  database,
  clock,
}: AuthDeps): Handler<UninstallInstallationRequest, UninstallInstallationResponse> {
  return async (ctx, { installationId }) => {
    if (!isId('ins', installationId)) throw notFound();
    const by = ctx.actor.kind === Actor_Kind.INSTALLATION ? 'app' : 'merchant';
    const at = new Date(clock.now());
    const row = await uninstall(database, { id: installationId, storeId: ctx.storeId, at, by });
    if (!row) throw notFound();
    return {
      installationId: row.id,
      appId: row.app_id,
      storeId: row.store_id,
      uninstalledAtMs: row.uninstalled_at.getTime(),
      uninstalledBy: row.uninstalled_by,
    };
  };
}
