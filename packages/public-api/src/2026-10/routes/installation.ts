import { noQuery } from '../../params.ts';
import { route } from '../../route.ts';
import { exampleInstallation } from '../examples/installation.ts';
import { presentOne } from '../presenters/common.ts';
import { presentInstallation } from '../presenters/installation.ts';
import { single } from '../schemas/components.ts';
import { uninstalledSchema } from '../schemas/installation.ts';

/** `GET /installation` (decisions, "Additions to the contract"). */
export const getInstallation = route({
  method: 'GET',
  path: '/installation',
  scope: null,
  query: noQuery,
  idempotency: 'none',
  success: {
    status: 200,
    schema: single.installation,
    example: { data: presentInstallation(exampleInstallation) },
  },
  errors: [],
  summary: 'Get the installation',
  description:
    'Returns the installation of the access token: its store, the granted scopes, the limits of the store’s plan with what is used of ' +
    'them, and the state of the app’s webhook.',
  tag: 'Installation',
  present: presentOne(presentInstallation),
});

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
