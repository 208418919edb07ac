import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { uninstalledSchema } from '../schemas/installation.ts';

/** `DELETE /installation` (contract, section 4). */
export const deleteInstallation = route({
  method: 'DELETE',
  path: '/installation',
  scope: null,
  query: noQuery,
  idempotency: 'none',
  success: { status: 200, schema: uninstalledSchema, example: { data: { uninstalled: true } } },
  errors: [],
  summary: 'Uninstall the app',
  description:
    'Removes the installation that the access token belongs to. Every token of it is refused from the next request on, and ' +
    '`app.uninstalled` is sent. To come back, the owner of the store authorizes the app again, which makes a new installation; unless that ' +
    'happens within 48 hours, `store.redact` follows.',
  tag: 'Installation',
  present: (_uninstalled: void) => ({ data: { uninstalled: true as const } }),
});
