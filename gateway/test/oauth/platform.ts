import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { Router } from 'express';
import { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { OAuthServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { PlatformServiceService } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { systemClock } from '@commerce/service-kit/clock.ts';
import { GrpcChannel } from '@commerce/service-kit/grpc/client.ts';
import { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { addServices } from '@commerce/service-kit/process/service.ts';
import authService from '../../../services/auth/src/main.ts';
import { AuthFixture } from '../../../services/auth/test/support/fixture.ts';
import { begin } from '../../src/edge/begin.ts';
import { problemWriter } from '../../src/edge/problem-response.ts';
import { RequestLog } from '../../src/edge/request-log.ts';
import { oauthRouter } from '../../src/oauth/router.ts';

/** OAuth router of the gateway with a real auth service and its own database. */
export class OAuthPlatform {
  readonly auth: AuthFixture;
  readonly services;
  readonly origin: string;
  /** Issuer, as in the rules of the fixture. */
  readonly publicUrl: string;
  readonly requestLog: RequestLog;
  readonly #close: () => Promise<void>;

  private constructor(
    { auth, requestLog }: { auth: AuthFixture; requestLog: RequestLog },
    channel: GrpcChannel,
    server: Server,
    close: () => Promise<void>,
  ) {
    this.auth = auth;
    this.requestLog = requestLog;
    this.services = servicesOf(channel);
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.publicUrl = auth.deps.rules.issuer;
    this.#close = close;
  }

  /** @param publicUrl cookies are Secure if it is https */
  static async create(publicUrl?: string): Promise<OAuthPlatform> {
    const auth = await AuthFixture.create();
    const logger = createLogger('test', 'silent');
    const grpc = new GrpcServer(logger, { maxConnectionAgeMs: 60_000 });
    addServices(grpc, authService.rpc(auth.deps));
    const port = await grpc.listen('127.0.0.1', 0);
    const definitions = [AdmissionServiceService, OAuthServiceService, PeopleServiceService];
    const channel = new GrpcChannel(`127.0.0.1:${port}`, definitions);
    const url = publicUrl ?? auth.deps.rules.issuer;
    const requestLog = new RequestLog(systemClock);
    const app = express();
    app.set('query parser', false);
    app.use(
      begin({ publicUrl: url, logger, writeProblem: problemWriter(`${url}/docs`), requestLog }),
      oauthRouter({ services: servicesOf(channel), publicUrl: url, logger }),
      Router(),
    );
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new OAuthPlatform({ auth, requestLog }, channel, server, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      channel.close();
      await grpc.close(1_000);
      await auth.close();
    });
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Sends a request without following redirects. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.origin}${path}`, { redirect: 'manual', ...init });
  }

  /** Sends a form to a token endpoint. */
  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(form), headers });
  }
}

const servicesOf = (channel: GrpcChannel) => ({
  oauth: channel.service(OAuthServiceService),
  people: channel.service(PeopleServiceService),
  admission: channel.service(AdmissionServiceService),
  platform: channel.service(PlatformServiceService),
});
