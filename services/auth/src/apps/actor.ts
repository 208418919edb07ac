import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Context } from '@commerce/service-kit/context.ts';

/** The person who acts; null when it is the platform itself. */
export const personOf = ({ actor }: Context): string | null =>
  actor.kind === Actor_Kind.PERSON ? actor.id : null;
