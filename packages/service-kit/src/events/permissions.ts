import { partitionNumbers } from './partitions.ts';

/** Name of the durable consumer of a service for a partition of a stream. */
export const consumerOf = (service: string, partition: number): string => `${service}-${partition}`;

/** Subjects on which a NATS user may publish and subscribe. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/** Prefix of the subjects on which a service receives replies. No other service may subscribe to them. */
export const inboxOf = (service: string): string => `_INBOX_${service}`;

/**
 * Permissions of a service's NATS user: publish its own events, manage its own stream, consume the streams of its
 * sources through its consumers, and receive its own replies.
 * @param sources services whose events it consumes
 */
export function natsPermissionsOf(service: string, sources: readonly string[]): NatsPermissions {
  const stream = `commerce-${service}`;
  return {
    publish: [
      `commerce.${service}.>`,
      '$JS.API.INFO',
      ...['CREATE', 'UPDATE', 'INFO'].map((action) => `$JS.API.STREAM.${action}.${stream}`),
      ...sources.flatMap((source) =>
        partitionNumbers.flatMap((n) => consumerSubjects(`commerce-${source}`, consumerOf(service, n))),
      ),
    ],
    subscribe: [`${inboxOf(service)}.>`],
  };
}

const consumerSubjects = (stream: string, consumer: string): string[] => [
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${consumer}`,
  `$JS.API.CONSUMER.INFO.${stream}.${consumer}`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`,
  `$JS.ACK.${stream}.${consumer}.>`,
];
