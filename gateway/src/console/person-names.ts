import type { CallContext } from './handler.ts';

/** Names by person id: of the caller and, if the ids include others, of the store's team. */
export async function personNames(
  { ctx, services, session }: Pick<CallContext, 'ctx' | 'services' | 'session'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { person } = session!;
  const others = ids.some((id) => id !== '' && id !== person.id);
  const { users } = others ? await services.people.listTeam(ctx, { developerId: '' }) : { users: [] };
  return new Map([[person.id, person.name], ...users.map((user) => [user.personId, user.name] as const)]);
}
