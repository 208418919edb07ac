import { OperationsServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { GrpcChannel, type ClientOf } from '@commerce/service-kit/grpc/client.ts';
import { platform } from './platform.ts';

/** Calls of operators and the back office, made directly to the auth service. */
export interface Operations {
  call: ClientOf<typeof OperationsServiceService>;
  /** A system context with a deadline of ten seconds. */
  ctx(): Context;
  close(): void;
}

/** Opens a channel to the auth service. */
export function openOperations(): Operations {
  const channel = new GrpcChannel(platform().processes['auth']!.address, [OperationsServiceService]);
  return {
    call: channel.service(OperationsServiceService),
    ctx: () => systemContext('platform-test', Date.now() + 30_000),
    close: () => channel.close(),
  };
}
