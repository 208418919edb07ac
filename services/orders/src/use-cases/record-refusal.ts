import type { Context } from '@commerce/service-kit/context.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { StoredAnswer } from '@commerce/service-kit/write/stored-answer.ts';
import type { Codec } from '@commerce/service-kit/write/writer.ts';
import type { Deps } from '../deps.ts';

/** Rethrows a refusal within a write, which records it with the key. */
export async function recordRefusal<Answer>(
  { writer }: Pick<Deps, 'writer'>,
  ctx: Context,
  answer: Codec<Answer>,
  error: unknown,
): Promise<Answer | StoredAnswer> {
  if (!(error instanceof Fault)) throw error;
  return writer.write(ctx, answer, () => Promise.reject(error));
}
