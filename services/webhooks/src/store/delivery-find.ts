import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery-row.ts';

const STATEMENT: Statement = {
  name: 'delivery-find',
  text: `select ${DELIVERY_COLUMNS} from delivery d where d.id = $1 and d.app_id = $2`,
};

/** A delivery of an app; undefined when the app has none of that id. */
export async function deliveryFind(
  db: Queryable,
  appId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return (await db.rows<DeliveryRow>(STATEMENT, [id, appId]))[0];
}
