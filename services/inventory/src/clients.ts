import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';

/** Clients of the services that inventory calls. */
export interface Clients {
  catalog: ClientOf<typeof CatalogServiceService>;
}

export const connectClients = (connect: Connect, { CATALOG_ADDRESS }: Config): Clients => ({
  catalog: connect(CATALOG_ADDRESS, [CatalogServiceService]).service(CatalogServiceService),
});
