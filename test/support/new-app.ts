import { createApp } from '@commerce/auth/store/app-create.ts';
import { openPrisma } from '@commerce/auth/store/prisma.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { Database } from '@commerce/service-kit/db/database.ts';
import { platform, type DemoApp } from './platform.ts';

/** Every scope that an app may ask for. */
export const allScopes = (): string[] => platform().demo.apps[0].scopes;

/** Registers an app of the demo's developer, so that a test has one that nobody else has installed. */
export async function newApp(scopes = allScopes()): Promise<DemoApp> {
  const db = new Database(platform().databaseUrls['auth']!, 1);
  try {
    const [app] = (await db.pool.query<{ developer_id: string }>('select developer_id from app limit 1'))
      .rows;
    const clientSecret = `sk_${randomToken()}`;
    const redirectUri = 'http://127.0.0.1:4409/callback';
    const id = await createApp(openPrisma(db), {
      developerId: app!.developer_id,
      name: 'Test app',
      redirectUris: [redirectUri],
      scopes,
      status: 'published',
      clientSecret,
      createdAt: new Date(),
    });
    return {
      client_id: id,
      client_secret: clientSecret,
      redirect_uri: redirectUri,
      scopes,
      webhook_url: '',
      webhook_secret: '',
    };
  } finally {
    await db.close();
  }
}
