import {
  UninstalledBy,
  type UninstallInstallationRequest,
  type UninstallInstallationResponse,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { uninstallApp } from '../use-cases/uninstall-app.ts';

/** Uninstalls on behalf of the merchant (contract, section 3): the next request with a token of the installation is refused. */
export const uninstallInstallation =
  ({ writer, clock }: Deps): Handler<UninstallInstallationRequest, UninstallInstallationResponse> =>
  async (ctx, { installationId }) => {
    const uninstall = { installationId, storeId: ctx.storeId, by: 'merchant' } as const;
    const uninstalled = await writer.change(ctx, (unit) => uninstallApp(unit, uninstall, clock.now()));
    return {
      installationId: uninstalled.id,
      appId: uninstalled.appId,
      storeId: uninstalled.storeId,
      uninstalledAtMs: uninstalled.uninstalledAt!.getTime(),
      uninstalledBy: enumValue(UninstalledBy, uninstalled.uninstalledBy!),
    };
  };
