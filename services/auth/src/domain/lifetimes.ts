/** Lifetimes that the contract fixes (section 8), in ms. */
export const ACCESS_TOKEN_MS = 3_600_000;
/** Lifetime of a token with which a developer tries the API from the portal: for one request. */
export const TRIAL_TOKEN_MS = 60_000;
export const REFRESH_TOKEN_MS = 90 * 86_400_000;
export const CODE_MS = 60_000;
export const CONSENT_MS = 600_000;
/** "48 hours pass without reinstall": then `store.redact` is published. */
export const REDACT_AFTER_MS = 48 * 3_600_000;
/** Lifetimes of mailed links. */
export const PASSWORD_RESET_MS = 3_600_000;
export const INVITATION_MS = 7 * 86_400_000;
export const SIGN_UP_MS = 86_400_000;
/** Lifetime of a session of the command line, used or not. */
export const CLI_SESSION_MS = 30 * 86_400_000;
/** "Within 10 seconds of first use" a used refresh token is refused without further consequences. */
export const REUSE_GRACE_MS = 10_000;
/** Time during which the same Idempotency-Key receives the response of a refresh again (decisions, "Tokens"). */
export const REPLAY_MS = 60_000;
