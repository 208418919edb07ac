import type { Context } from '@commerce/service-kit/context.ts';
import { requireId } from '../edge/ids.ts';
import { required } from '../edge/required.ts';
import type { Services } from '../grpc/services.ts';

/**
 * App of the path. The webhooks service does not know its owner.
 * @throws Fault not_found if it is not the developer's
 */
export async function ownApp(
  ctx: Context,
  { apps }: Services,
  params: { developer: string; app: string },
): Promise<{ appId: string; scopes: string[] }> {
  const appId = requireId('app', params.app);
  const { app } = await apps.getApp(ctx, { developerId: params.developer, appId });
  return { appId, scopes: required(app).fields?.scopes ?? [] };
}
