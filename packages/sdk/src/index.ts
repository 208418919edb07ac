export { App, type AppOptions, type AuthorizationSession } from './app.ts';
export { createClient, type Client, type ClientOptions, type TokenProvider } from './client.ts';
export * from './errors.ts';
export type * from './generated/openapi.ts';
export type { List, Page } from './list.ts';
export type { CallOptions } from './method.ts';
export { expressHandler, fastifyPlugin, fetchHandler } from './receivers.ts';
export { sync, type SyncBatch, type SyncPosition, type SyncResource } from './sync.ts';
export {
  fileTokenStore,
  POSTGRES_TOKEN_TABLE,
  postgresTokenStore,
  type InstallationTokens,
  type TokenStore,
} from './tokens.ts';
export { Webhooks, type Delivery, type EventOf } from './webhooks.ts';
