import { WebhookDisabled } from '@commerce/proto/commerce/webhooks/v1/events.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';

/** Publishes that the endpoint of an app was disabled; the event belongs to no store. */
export function publishWebhookDisabled(unit: Unit, appId: string, payload: WebhookDisabled): void {
  unit.emit({
    type: 'webhook.disabled',
    subjectId: appId,
    payload: WebhookDisabled.encode(payload).finish(),
  });
}
