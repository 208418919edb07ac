import { AppsServiceService } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { PlatformServiceService } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { platform } from './platform.ts';

/** Calls of operators and the back office, made directly to the auth service. */
export interface Operations {
  call: ClientOf<typeof PlatformServiceService>;
  apps: ClientOf<typeof AppsServiceService>;
  /** A system context with a deadline of 30 seconds. */
  ctx(): Context;
  close(): void;
}

/** Opens a channel to the auth service. */
export function openOperations(): Operations {
  const services = [PlatformServiceService, AppsServiceService];
  const channel = new GrpcChannel(platform().processes['auth']!.address, services);
  return {
    call: channel.service(PlatformServiceService),
    apps: channel.service(AppsServiceService),
    ctx: () => systemContext('platform-test', deadlineIn(30_000)),
    close: () => channel.close(),
  };
}
