import type { StoreRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { EnumName } from '@commerce/proto/enum.ts';

/** Roles in a store, as the database stores them. */
export type Role = EnumName<typeof StoreRole>;
