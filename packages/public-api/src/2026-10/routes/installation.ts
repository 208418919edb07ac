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
    'Deletes the installation of the access token. All of its tokens are rejected from the next request on, and `app.uninstalled` is ' +
    'sent. To use the app again, the store owner must authorize it, which creates a new installation; unless that happens within ' +
    '48 hours, `store.redact` is sent.',
  tag: 'Installation',
  present: (_uninstalled: void) => ({ data: { uninstalled: true as const } }),
});
