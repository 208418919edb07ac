import type { UninstallRequest, UninstallResponse } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { uninstallApp } from '../use-cases/uninstall-app.ts';

/** Uninstalls the calling installation: `DELETE /installation` (contract, section 4). */
export const uninstall =
  ({ writer, clock }: Deps): Handler<UninstallRequest, UninstallResponse> =>
  async (ctx) => {
    const { kind, id: installationId } = ctx.actor;
    if (kind !== Actor_Kind.INSTALLATION) throw notFound();
    const request = { installationId, storeId: storeOf(ctx), by: 'app' } as const;
    await writer.change(ctx, (unit) => uninstallApp(unit, request, clock.now()));
    return {};
  };
