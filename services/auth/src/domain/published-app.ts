import type { PublishedApp } from '@commerce/proto/commerce/auth/v1/apps.ts';

/** An app of the directory, as a store sees it. */
export interface PublishedAppRecord {
  id: string;
  name: string;
  /** By which the directory is ordered. */
  sortName: string;
  description: string;
  logoUrl: string | null;
  developerName: string;
  scopes: string[];
  installUrl: string | null;
  supportUrl: string | null;
  supportEmail: string | null;
  installed: boolean;
}

/** The message of an app of the directory. */
export const toPublishedApp = (app: PublishedAppRecord): PublishedApp => ({
  id: app.id,
  name: app.name,
  description: app.description,
  logoUrl: app.logoUrl ?? '',
  developerName: app.developerName,
  scopes: app.scopes,
  installUrl: app.installUrl ?? '',
  supportUrl: app.supportUrl ?? '',
  supportEmail: app.supportEmail ?? '',
  installed: app.installed,
});
