import type { Suspension } from '@commerce/proto/commerce/auth/v1/apps.ts';

/** The suspension of an app, a developer or a store; without a time there is none. */
export interface SuspensionColumns {
  suspendedAt: Date | null;
  suspendedReason: string;
}

/** The message of a suspension; undefined when there is none. */
export const toSuspension = ({ suspendedAt, suspendedReason }: SuspensionColumns): Suspension | undefined =>
  suspendedAt === null ? undefined : { sinceMs: suspendedAt.getTime(), reason: suspendedReason };
