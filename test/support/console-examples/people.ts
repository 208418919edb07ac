import type { peopleRoutes } from '@commerce/console-api/routes/people.ts';
import { type ExamplesOf, VERSION } from './example.ts';

const token = 'x'.repeat(43);
const password = 'an unused password';
const person = 'per_00000000000000000000000000';
const invitation = 'inv_00000000000000000000000000';

export const peopleExamples: ExamplesOf<typeof peopleRoutes> = {
  requestPasswordReset: () => ({ body: { email: 'unknown@example.com' } }),
  resetPassword: () => ({ body: { token, password } }),
  getInvitation: () => ({ body: { token } }),
  acceptInvitation: () => ({ body: { token, name: 'Beto', password, language: 'es' } }),
  signUpDeveloper: () => ({
    body: { email: 'unknown@example.com', name: 'Zoe', developerName: 'Zoe Apps', language: 'en' },
  }),
  signUpMerchant: () => ({
    body: { email: 'unknown@example.com', name: 'Ana', storeName: 'Kiosco Ana', language: 'es' },
  }),
  getSignUp: () => ({ body: { token } }),
  completeSignUp: () => ({ body: { token, password, language: 'en' } }),
  updateProfile: () => ({ body: { name: 'Ana', version: VERSION } }),
  changePassword: () => ({ body: { currentPassword: password, password: `${password} now` } }),
  listSessions: () => ({}),
  endSession: () => ({ params: { session: 'x'.repeat(43) } }),
  signOutEverywhere: () => ({ query: { which: 'others' } }),
  listTeam: () => ({}),
  setTeamRole: () => ({ params: { person }, body: { role: 'stock', version: 'sales' } }),
  removeTeamUser: () => ({ params: { person } }),
  listInvitations: () => ({}),
  invite: () => ({ body: { email: 'unknown@example.com', role: 'sales' } }),
  revokeInvitation: () => ({ params: { invitation } }),
  listDeveloperTeam: () => ({}),
  setDeveloperRole: () => ({ params: { person }, body: { role: 'owner', version: 'developer' } }),
  removeDeveloperUser: () => ({ params: { person } }),
  listDeveloperInvitations: () => ({}),
  inviteDeveloper: () => ({ body: { email: 'unknown@example.com', role: 'developer' } }),
  revokeDeveloperInvitation: () => ({ params: { invitation } }),
};
