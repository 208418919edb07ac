import {
  AppStatus,
  ReviewKind,
  ReviewState,
  type App,
  type Review,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { AppStatusName, AppView, ReviewView } from '@commerce/console-api/routes/developer.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Services } from '../grpc/services.ts';
import { toJson } from './to-json.ts';

const STATUS_NAMES: Record<AppStatus, AppStatusName> = {
  [AppStatus.UNSPECIFIED]: 'draft',
  [AppStatus.DRAFT]: 'draft',
  [AppStatus.IN_REVIEW]: 'in_review',
  [AppStatus.REJECTED]: 'rejected',
  [AppStatus.PUBLISHED]: 'published',
};

const STATE_NAMES: Record<ReviewState, ReviewView['state']> = {
  [ReviewState.UNSPECIFIED]: 'open',
  [ReviewState.OPEN]: 'open',
  [ReviewState.APPROVED]: 'approved',
  [ReviewState.REJECTED]: 'rejected',
  [ReviewState.WITHDRAWN]: 'withdrawn',
};

/** App in its console form. */
export const appView = (app: App): AppView => ({ ...toJson(app), status: STATUS_NAMES[app.status] });

/** Status by name; UNSPECIFIED without a name. */
export const appStatus = (name: AppStatusName | undefined): AppStatus =>
  (Object.keys(STATUS_NAMES).map(Number) as AppStatus[]).findLast(
    (status) => STATUS_NAMES[status] === name,
  ) ?? AppStatus.UNSPECIFIED;

/** Review in its console form. */
export const reviewView = (review: Review): ReviewView => ({
  ...toJson(review),
  kind: review.kind === ReviewKind.CHANGE ? 'change' : 'publication',
  state: STATE_NAMES[review.state],
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
