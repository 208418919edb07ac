import {
  AppStatus,
  ReviewKind,
  ReviewState,
  type App,
  type Review,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumName } from '@commerce/proto/enum.ts';
import type { AppView, ReviewView } from '@commerce/console-api/routes/developer.ts';
import { SCOPE_NAMES, SCOPES } from '@commerce/public-api/scopes.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Services } from '../grpc/services.ts';
import { toJson } from './to-json.ts';

/** App in its console form. */
export const appView = (app: App): AppView => ({ ...toJson(app), status: enumName(AppStatus, app.status) });

/** Review in its console form. */
export const reviewView = (review: Review): ReviewView => ({
  ...toJson(review),
  kind: enumName(ReviewKind, review.kind),
  state: enumName(ReviewState, review.state),
});

/** Webhook URL of an app; null while it has no endpoint. */
export async function webhookUrlOf(services: Services, ctx: Context, appId: string): Promise<string | null> {
  try {
    return (await services.webhooks.getEndpoint(ctx, { appId })).endpoint?.url ?? null;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return null;
    throw error;
  }
}

/** Scopes in their order, in the words of the consent page. */
export const scopesInWords = (scopes: readonly string[]): { name: string; es: string; en: string }[] =>
  SCOPE_NAMES.filter((name) => scopes.includes(name)).map((name) => ({ name, ...SCOPES[name] }));
