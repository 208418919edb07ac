import { runEvery } from '@commerce/service-kit/jobs/interval.ts';
import type { Host } from '@commerce/service-kit/process/main.ts';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import { newestOf, versions as supported, type ApiVersions } from '@commerce/public-api/versions.ts';
import type { Config } from './config.ts';
import { apiEvents } from './console/api-events.ts';
import { apiOperations } from './console/api-operations.ts';
import { publicApiClient } from './console/public-api-client.ts';
import { pagesRouter } from './console/pages.ts';
import { consoleRouter } from './console/router.ts';
import { docsRouter } from './docs/router.ts';
import { imagesRouter } from './images/router.ts';
import { connectServices, type Addresses, type Services } from './grpc/services.ts';
import { createApp } from './edge/app.ts';
import { problemWriter } from './edge/problem-response.ts';
import { RequestLog } from './edge/request-log.ts';
import { HttpServer } from './edge/server.ts';
import { AccessTokenVerifier } from './public/access-token.ts';
import { Cookies } from './edge/cookies.ts';
import { oauthRouter } from './oauth/router.ts';
import { admissionBy } from './public/admission.ts';
import { RenderedResources } from './public/rendered.ts';
import { publicRouter } from './public/router.ts';
import { refusalsIn } from './public/stored-refusal.ts';

const addressesOf = (config: Config): Addresses => ({
  auth: config.AUTH_ADDRESS,
  catalog: config.CATALOG_ADDRESS,
  pricing: config.PRICING_ADDRESS,
  inventory: config.INVENTORY_ADDRESS,
  orders: config.ORDERS_ADDRESS,
  customers: config.CUSTOMERS_ADDRESS,
  webhooks: config.WEBHOOKS_ADDRESS,
});

/** Starts sending the log of requests; the shutdown sends the rest. */
function startRequestLog(host: Host<Config>, service: Services['apiRequests']): RequestLog {
  const requestLog = new RequestLog(host.clock);
  const sending = runEvery(requestLog.job(service), host.logger);
  host.onShutdown('request log', async () => {
    await sending.stop();
    await requestLog.send(service);
  });
  return requestLog;
}

/** Starts the gateway. @param versions versions of the API, oldest first; tests have one more than the product */
export async function run(host: Host<Config>, versions = supported): Promise<void> {
  const { config, logger, clock } = host;
  const services = connectServices(addressesOf(config), {
    // The JSON is kept once per version.
    keepBytes: (config.RENDERED_CACHE_MIB * 2 ** 20) / versions.length,
    tls: host.tls,
  });
  host.onShutdown('services', async () => services.close());
  const requestLog = startRequestLog(host, services.apiRequests);
  const docsUrl = `${config.PUBLIC_URL}/docs`;
  const writeProblem = problemWriter(docsUrl);
  const verifier = new AccessTokenVerifier({ services, clock, issuer: config.PUBLIC_URL });
  const cursorKeys = [...config.CURSOR_KEYS.values()];
  const requestTimeoutMs = config.REQUEST_TIMEOUT_MS;
  const shared = { writeProblem, logger, cursorKeys, requestTimeoutMs };
  const app = createApp({
    publicUrl: config.PUBLIC_URL,
    trustedProxies: config.TRUSTED_PROXIES,
    overload: host.overload,
    logger,
    writeProblem,
    requestLog,
    publicApi: publicRouter(versions, {
      services,
      verifier,
      admission: admissionBy(services.admission),
      recordRefusal: refusalsIn(services.admission),
      ...shared,
      rendered: new RenderedResources(),
      docsUrl,
    }),
    routers: [
      oauthRouter({ services, publicUrl: config.PUBLIC_URL, logger, requestTimeoutMs }),
      imagesRouter({ services, ...shared }),
      docsRouter({ publicUrl: config.PUBLIC_URL, versions }),
      consoleRouter({
        services,
        cookies: new Cookies(config.PUBLIC_URL),
        ...described(versions),
        callPublicApi: publicApiClient(`http://127.0.0.1:${config.HTTP_PORT}`, newestOf(versions).prefix),
        ...shared,
      }),
      pagesRouter({ writeProblem }),
    ],
  });
  const server = new HttpServer(app, config.REQUEST_TIMEOUT_MS, docsUrl);
  const port = await server.listen(config.HTTP_HOST, config.HTTP_PORT);
  host.onShutdown('http', () => server.close(config.SHUTDOWN_GRACE_MS));
  logger.info({ port }, 'listening for HTTP');
}

/** Descriptions of the public API for the developer portal. */
function described(registry: ApiVersions) {
  const newest = newestOf(registry);
  const document = openApiDocument(newest, { publicUrl: '' });
  return {
    apiOperations: apiOperations(newest, document),
    apiEvents: apiEvents(newest, document),
    apiVersions: registry.map(({ prefix, sunset = null }) => ({ prefix, sunset })),
  };
}
