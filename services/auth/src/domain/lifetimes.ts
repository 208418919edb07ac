/** Lifetimes that the contract fixes (section 8), in ms. */
export const ACCESS_TOKEN_MS = 3_600_000;
export const REFRESH_TOKEN_MS = 90 * 86_400_000;
export const CODE_MS = 60_000;
export const CONSENT_MS = 600_000;
/** "48 hours pass without reinstall": then the app is told to forget the store. */
export const REDACT_AFTER_MS = 48 * 3_600_000;
/** How long mailed links work. */
export const PASSWORD_RESET_MS = 3_600_000;
export const INVITATION_MS = 7 * 86_400_000;
export const SIGN_UP_MS = 86_400_000;
/** "Within 10 seconds of first use" a used refresh token is refused and nothing else happens. */
export const REUSE_GRACE_MS = 10_000;
/** How long the same Idempotency-Key gets the answer of a refresh once more (decisions, "Tokens"). */
export const REPLAY_MS = 60_000;
