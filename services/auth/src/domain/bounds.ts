/** Maximum number of apps of a developer. */
export const MAX_APPS = 100;
/** Maximum number of test stores of a developer. */
export const MAX_DEVELOPER_STORES = 5;
/** Maximum number of stores on the plan demo that a person owns. */
export const MAX_DEMO_STORES = 5;
/** Maximum number of client secrets of an app that are in force at once. */
export const MAX_CLIENT_SECRETS = 5;
/** Maximum time for which older client secrets stay in force beside a new one, in seconds. */
export const MAX_OVERLAP_S = 7 * 86_400;
