import {
  AppStatus,
  type App,
  type AppFields,
  type ReviewedFields,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { AppUnderReview } from './app-review.ts';
import { toSuspension, type SuspensionColumns } from './suspension.ts';

/** An app with its developer's name, as the developer portal and the platform admin show it. */
export interface AppRecord extends SuspensionColumns {
  id: string;
  developerId: string;
  developerName: string;
  status: AppUnderReview['status'];
  name: string;
  description: string;
  logoUrl: string | null;
  redirectUris: string[];
  scopes: string[];
  supportUrl: string | null;
  supportEmail: string | null;
  installUrl: string | null;
  /** The change that waits for approval. */
  change: ReviewedFields | null;
  developerSuspended: boolean;
  installations: number;
  inReview: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The fields of an app that are in force. */
export const appFieldsOf = (app: AppRecord): AppFields => ({
  name: app.name,
  description: app.description,
  logoUrl: app.logoUrl ?? '',
  redirectUris: app.redirectUris,
  scopes: app.scopes,
  supportUrl: app.supportUrl ?? '',
  supportEmail: app.supportEmail ?? '',
  installUrl: app.installUrl ?? '',
});

/** The parts of an app that the review rules read. */
export const underReview = (app: AppRecord): AppUnderReview => ({
  status: app.status,
  fields: appFieldsOf(app),
  change: app.change,
  inReview: app.inReview,
});

/** The message of an app. */
export const toApp = (app: AppRecord): App => ({
  id: app.id,
  developerId: app.developerId,
  developerName: app.developerName,
  status: enumValue(AppStatus, app.status),
  fields: appFieldsOf(app),
  change: app.change ?? undefined,
  suspension: toSuspension(app),
  developerSuspended: app.developerSuspended,
  installations: app.installations,
  inReview: app.inReview,
  createdAtMs: app.createdAt.getTime(),
  updatedAtMs: app.updatedAt.getTime(),
});
