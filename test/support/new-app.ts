import { createApp, createDeveloper } from '@commerce/auth/seed.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { withAuthDatabase } from './auth-database.ts';
import { type DemoApp, platform } from './platform.ts';

/** All scopes of the public API. */
export const allScopes = (): string[] => platform().demo.apps[0].scopes;

/** Properties that override the defaults. */
export interface AppOverrides {
  name?: string;
  logoUrl?: string;
  description?: string;
  installUrl?: string;
  /** Defaults to published. */
  status?: 'draft' | 'published';
  redirectUris?: string[];
  /** Defaults to the demo's developer. */
  developerId?: string;
}

/** Registers an app that no other test has installed. */
export function newApp(scopes = allScopes(), overrides: AppOverrides = {}): Promise<DemoApp> {
  return withAuthDatabase(async ({ prisma, sql }) => {
    const [demoApp] = await sql<{ developer_id: string }>(
      'select developer_id from app order by created_at limit 1',
    );
    const clientSecret = `sk_${randomToken()}`;
    const redirectUris = overrides.redirectUris ?? ['http://127.0.0.1:4409/callback'];
    const id = await createApp(prisma, {
      developerId: overrides.developerId ?? demoApp!.developer_id,
      name: overrides.name ?? 'Test app',
      logoUrl: overrides.logoUrl,
      description: overrides.description,
      installUrl: overrides.installUrl,
      redirectUris,
      scopes,
      status: overrides.status ?? 'published',
      clientSecret,
      createdAt: new Date(),
    });
    return {
      client_id: id,
      client_secret: clientSecret,
      redirect_uri: redirectUris[0]!,
      scopes,
      webhook_url: '',
      webhook_secret: '',
    };
  });
}

/** Registers a developer. @returns its id */
export function newDeveloper(name = 'Test developer', members: { id: string }[] = []): Promise<string> {
  return withAuthDatabase(({ prisma }) =>
    createDeveloper(prisma, { name, memberIds: members.map(({ id }) => id), createdAt: new Date() }),
  );
}
