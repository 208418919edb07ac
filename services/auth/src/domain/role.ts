import type { TeamRole as TeamRoleValue } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { EnumName } from '@commerce/proto/enum.ts';

/** Roles in a team, as the database stores them. */
export type TeamRole = EnumName<typeof TeamRoleValue>;

/** Roles in a developer account. */
export type DeveloperRole = Extract<TeamRole, 'owner' | 'developer'>;

/** Roles in a store. */
export type Role = Exclude<TeamRole, 'developer'>;

export const DEVELOPER_ROLES: readonly TeamRole[] = ['owner', 'developer'] satisfies DeveloperRole[];
export const STORE_ROLES: readonly TeamRole[] = ['owner', 'manager', 'sales', 'stock'] satisfies Role[];
