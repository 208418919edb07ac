/** Most apps of a developer. */
export const MAX_APPS = 100;
/** Most stores that a developer may make to try apps on. */
export const MAX_DEVELOPER_STORES = 5;
/** Most client secrets of an app that are in force at once. */
export const MAX_CLIENT_SECRETS = 5;
/** Longest time for which the client secrets before a new one go on. */
export const MAX_OVERLAP_S = 7 * 86_400;
