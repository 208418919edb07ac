import { systemClock, type Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { GrpcChannel } from '../grpc/client.ts';
import { createLogger } from '../logger.ts';
import type { Connect, ServiceParts } from '../process/service.ts';
import { testWriter } from './writer.ts';

/** The parts from which a service makes its dependencies, on a test's database: events stay in the outbox. */
export function testParts<Clients>(
  name: string,
  db: Database,
  clients: Clients,
  clock: Clock = systemClock,
): ServiceParts<undefined, Clients> {
  return {
    config: undefined,
    logger: createLogger(name, 'silent'),
    clock,
    db,
    shortLivedDb: undefined,
    writer: testWriter(name, db, clock),
    clients,
    onShutdown: () => undefined,
  };
}

/** Connects clients to stand-ins; `close` closes their channels. */
export function testConnect(): { connect: Connect; close: () => void } {
  const channels: GrpcChannel[] = [];
  return {
    connect(address, definitions) {
      const channel = new GrpcChannel(address, definitions);
      channels.push(channel);
      return channel;
    },
    close: () => channels.forEach((channel) => channel.close()),
  };
}
