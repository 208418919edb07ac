import type { UninstallRequest, UninstallResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { uninstall as uninstallAs } from '../installations/uninstall.ts';

/** `DELETE /installation` (contract, section 4): the app removes itself. */
export function uninstall({ writer, clock }: Deps): Handler<UninstallRequest, UninstallResponse> {
  return async (ctx) => {
    const { kind, id: installationId } = ctx.actor;
    if (kind !== Actor_Kind.INSTALLATION) throw notFound();
    const given = { installationId, storeId: storeOf(ctx), by: 'app' } as const;
    await writer.change(ctx, (unit) => uninstallAs(unit, given, clock.now()));
    return {};
  };
}
