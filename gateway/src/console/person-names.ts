import type { CallContext } from './handler.ts';

/** The names of people by their ids: of the person who asks and, where others are among the ids, of the store's team. */
export async function personNames(
  { ctx, services, session }: Pick<CallContext, 'ctx' | 'services' | 'session'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { person } = session!;
  const others = ids.some((id) => id !== '' && id !== person.id);
  const { users } = others ? await services.people.listTeam(ctx, {}) : { users: [] };
  return new Map([[person.id, person.name], ...users.map((user) => [user.personId, user.name] as const)]);
}
