/** The recipient is an email address, which may have no account. */
export const PASSWORD_RESET = 'password_reset';
/** The recipient is a person. */
export const PASSWORD_CHANGED = 'password_changed';
/** The recipient is an invitation, sent to its email. */
export const INVITATION = 'invitation';
/** The recipient is a sign-up, sent to its email. */
export const SIGN_UP = 'sign_up';
/** The recipient is a member of the developer whose app was reviewed. */
export const APP_REVIEWED = 'app_reviewed';
/** The recipient is a person on the other side of the conversation about a review. */
export const REVIEW_MESSAGE = 'review_message';
/** The recipient is an owner of the store that was suspended or restored. */
export const STORE_SUSPENSION = 'store_suspension';
