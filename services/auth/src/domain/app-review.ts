import { isDeepStrictEqual as same } from 'node:util';
import type {
  AppFields,
  AppStatus as AppStatusEnum,
  FieldChange,
  FieldValue,
  ReviewedFields,
  ReviewKind,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import { conflict } from '@commerce/service-kit/fault.ts';

/** Stages of an app up to its publication. */
export type AppStatus = EnumName<typeof AppStatusEnum>;

/** A version of an app as it is submitted: the values of each field, by name. */
export type AppVersion = Readonly<Record<string, readonly string[]>>;

/** The parts of an app that the rules of changes and reviews read. */
export interface AppUnderReview {
  status: AppStatus;
  /** The fields in force. */
  fields: AppFields;
  /** The change of a published app that waits for approval. */
  change: ReviewedFields | null;
  /** True while a review is open. */
  inReview: boolean;
}

const one = (value: string): string[] => (value === '' ? [] : [value]);

const reviewedOf = (fields: ReviewedFields): ReviewedFields => {
  const { name, description, logoUrl, scopes, installUrl, supportUrl } = fields;
  return { name, description, logoUrl, scopes, installUrl, supportUrl };
};

/**
 * Applies a developer's change to an app. The reviewed fields of a published app stay in force: a change of what
 * merchants see, or an additional scope, waits for a review. Fewer scopes alone take effect at once.
 * @throws Fault conflict `in_review` when a field under review would change
 */
export function changeApp(
  app: AppUnderReview,
  requested: AppFields,
): { fields: AppFields; change: ReviewedFields | null } {
  if (app.status !== 'published') {
    if (app.inReview && !same(requested, app.fields)) throw inReview();
    return { fields: requested, change: null };
  }
  const wanted = reviewedOf(requested);
  if (app.inReview) {
    if (!same(wanted, app.change)) throw inReview();
    return { fields: { ...requested, ...reviewedOf(app.fields) }, change: app.change };
  }
  const inForce = reviewedOf(app.fields);
  const isNarrower = wanted.scopes.every((scope) => inForce.scopes.includes(scope));
  if (isNarrower && same({ ...wanted, scopes: inForce.scopes }, inForce))
    return { fields: requested, change: null };
  return { fields: { ...requested, ...inForce }, change: wanted };
}

/**
 * The version to review.
 * @throws Fault conflict `in_review`, `nothing_to_review`, `webhook_required` (contract, section 6: "an app without webhook URL cannot
 *   be published")
 */
export function submission(
  app: AppUnderReview,
  webhookUrl: string,
): { kind: EnumName<typeof ReviewKind>; inForce: AppVersion | null; proposed: AppVersion } {
  if (app.inReview) throw inReview();
  if (webhookUrl === '') {
    throw conflict('webhook_required', 'An app without a webhook URL cannot be published.');
  }
  if (app.status === 'published') {
    if (app.change === null)
      throw conflict('nothing_to_review', 'The app has no change that waits for a review.');
    const proposed = versionOf({ ...app.fields, ...app.change }, webhookUrl);
    return { kind: 'change', inForce: versionOf(app.fields, webhookUrl), proposed };
  }
  return { kind: 'publication', inForce: null, proposed: versionOf(app.fields, webhookUrl) };
}

/** An app as a version, in the order in which its fields are shown. */
export function versionOf(fields: AppFields, webhookUrl: string): AppVersion {
  return {
    name: one(fields.name),
    description: one(fields.description),
    logo_url: one(fields.logoUrl),
    scopes: fields.scopes,
    redirect_uris: fields.redirectUris,
    install_url: one(fields.installUrl),
    webhook_url: one(webhookUrl),
    support_url: one(fields.supportUrl),
    support_email: one(fields.supportEmail),
  };
}

const FIELDS = [
  'name',
  'description',
  'logo_url',
  'scopes',
  'redirect_uris',
  'install_url',
  'webhook_url',
  'support_url',
  'support_email',
];

/** The fields of a version that are not empty. */
export function valuesOf(version: AppVersion): FieldValue[] {
  return FIELDS.map((field) => ({ field, values: [...(version[field] ?? [])] })).filter(
    ({ values }) => values.length > 0,
  );
}

/** The fields that differ between two versions; every field without a previous version. */
export function changesBetween(previous: AppVersion | null, proposed: AppVersion): FieldChange[] {
  return FIELDS.map((field) => ({
    field,
    before: [...(previous?.[field] ?? [])],
    after: [...(proposed[field] ?? [])],
  })).filter(({ before, after }) => !same(before, after));
}

/** A suspended developer or app cannot create, submit or publish anything. */
export const suspended = () => conflict('suspended', 'The app or its developer is suspended.');

const inReview = () => conflict('in_review', 'The app is being reviewed: withdraw the review first.');
