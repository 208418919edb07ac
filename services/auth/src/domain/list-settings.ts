import type { ListSettings } from '@commerce/proto/commerce/auth/v1/people.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';

const LIST_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
const MAX_COLUMNS = 40;
const MAX_KEY = 32;
const MAX_VIEWS = 20;
const MAX_NAME = 60;
const MAX_QUERY = 1_000;

/** Settings of an unchanged list. */
export const NO_SETTINGS: ListSettings = { hiddenColumns: [], views: [] };

/**
 * Checks the name of a list.
 * @throws Fault `invalid_request`
 */
export function checkList(list: string): void {
  const errors = new FieldErrors();
  addListErrors(errors, list);
  errors.throwIfAny();
}

/**
 * Checks the settings of a list.
 * @throws Fault `invalid_request` naming each bad field
 */
export function checkListSettings(list: string, { hiddenColumns, views }: ListSettings): void {
  const errors = new FieldErrors();
  addListErrors(errors, list);
  if (errors.count('hidden_columns', hiddenColumns.length, 0, MAX_COLUMNS))
    hiddenColumns.forEach((key, n) => errors.line(`hidden_columns[${n}]`, key, 1, MAX_KEY));
  if (errors.count('views', views.length, 0, MAX_VIEWS))
    views.forEach(({ name, query }, n) => {
      errors.line(`views[${n}].name`, name, 1, MAX_NAME);
      errors.line(`views[${n}].query`, query, 0, MAX_QUERY);
    });
  errors.throwIfAny();
}

function addListErrors(errors: FieldErrors, list: string): void {
  if (!LIST_NAME.test(list)) errors.add('list', 'Is not the name of a list.');
}
