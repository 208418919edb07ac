/** To the person who has the recipient, an e-mail; nobody may have it. */
export const PASSWORD_RESET = 'password_reset';
/** To the recipient, a person. */
export const PASSWORD_CHANGED = 'password_changed';
/** To whom the recipient, an invitation, invites. */
export const INVITATION = 'invitation';
/** To who signed up with the recipient, a sign-up. */
export const SIGN_UP = 'sign_up';
/** To the recipient, a person of the developer whose app was reviewed. */
export const APP_REVIEWED = 'app_reviewed';
