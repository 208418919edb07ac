import { isDeepStrictEqual as same } from 'node:util';
import type {
  AppFields,
  FieldChange,
  FieldValue,
  ReviewedFields,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import { conflict } from '@commerce/service-kit/fault.ts';

/** Where an app is on its way to merchants. */
export type AppStatus = 'draft' | 'in_review' | 'rejected' | 'published';

/** A version of an app as it is submitted: the values of each field, by name. */
export type AppVersion = Readonly<Record<string, readonly string[]>>;

/** What the rules of changing and reviewing look at in an app. */
export interface AppUnderReview {
  status: AppStatus;
  /** What is in force. */
  fields: AppFields;
  /** What a published app is to become. */
  change: ReviewedFields | null;
  /** Whether a review is open. */
  inReview: boolean;
}

const one = (value: string): string[] => (value === '' ? [] : [value]);

const reviewedOf = ({ name, logoUrl, scopes }: ReviewedFields): ReviewedFields => ({ name, logoUrl, scopes });

/**
 * What an app becomes when its developer asks for these fields. What merchants decide on stays as it was reviewed while the app is
 * published: another name or logo, or a scope more, waits for a review. Fewer scopes alone take effect at once.
 * @throws Fault conflict `in_review` when what is being reviewed would change
 */
export function changeApp(
  app: AppUnderReview,
  asked: AppFields,
): { fields: AppFields; change: ReviewedFields | null } {
  if (app.status !== 'published') {
    if (app.inReview && !same(asked, app.fields)) throw inReview();
    return { fields: asked, change: null };
  }
  const wanted = reviewedOf(asked);
  if (app.inReview) {
    if (!same(wanted, app.change)) throw inReview();
    return { fields: { ...asked, ...reviewedOf(app.fields) }, change: app.change };
  }
  const { name, logoUrl, scopes } = app.fields;
  const isKnown = wanted.name === name && wanted.logoUrl === logoUrl;
  const isNarrower = wanted.scopes.every((scope) => scopes.includes(scope));
  if (isKnown && isNarrower) return { fields: asked, change: null };
  return { fields: { ...asked, name, logoUrl, scopes }, change: wanted };
}

/**
 * What is to be reviewed now.
 * @throws Fault conflict `in_review`, `nothing_to_review`, `webhook_required` (contract, section 6: "an app without webhook URL cannot
 *   be published")
 */
export function submission(
  app: AppUnderReview,
  webhookUrl: string,
): { kind: 'publication' | 'change'; inForce: AppVersion | null; proposed: AppVersion } {
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

/** What differs between two versions; everything when there is none before. */
export function changesBetween(previous: AppVersion | null, proposed: AppVersion): FieldChange[] {
  return FIELDS.map((field) => ({
    field,
    before: [...(previous?.[field] ?? [])],
    after: [...(proposed[field] ?? [])],
  })).filter(({ before, after }) => !same(before, after));
}

const inReview = () => conflict('in_review', 'The app is being reviewed: withdraw the review first.');
