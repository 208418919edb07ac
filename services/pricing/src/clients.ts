import { CatalogServiceService } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ApplyPricesRequest } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { EncodedPage } from '@commerce/service-kit/grpc/encoded-page.ts';
import type { Connect } from '@commerce/service-kit/process/service.ts';
import type { Config } from './config.ts';

/** Clients of the services that pricing calls. */
export interface Clients {
  catalog: ClientOf<typeof CatalogServiceService>;
  /** Catalog's ApplyPrices; its products stay encoded. */
  applyPrices(ctx: Context, request: ApplyPricesRequest): Promise<EncodedPage>;
}

export function connectClients(connect: Connect, { CATALOG_ADDRESS }: Config): Clients {
  const channel = connect(CATALOG_ADDRESS, [CatalogServiceService]);
  return {
    catalog: channel.service(CatalogServiceService),
    applyPrices: channel.encoded(CatalogServiceService.applyPrices, 'always'),
  };
}
