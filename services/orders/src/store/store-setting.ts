import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { NO_DISCOUNT_LIMIT } from '../domain/discount.ts';
import { DEFAULT_ORDER_EXPIRY_MS } from '../domain/expiry.ts';
import type { Prisma } from './prisma.ts';

/** Settings of a store for its orders. */
export interface StoreSettings {
  /** Time for which an unpaid online order waits for its payment. */
  orderExpiryMs: number;
  /** Maximum discount of sellers who do not set it, in hundredths of a percent. */
  discountLimitBp: number;
}

const FIND = storeStatement(
  'store_setting-find',
  'select order_expiry_ms as "orderExpiryMs", discount_limit_bp as "discountLimitBp" from store_setting where store_id = $1',
);

/** Finds the settings of a store; the defaults if it has none. */
export async function storeSettingsFind(db: Queryable, storeId: string): Promise<StoreSettings> {
  const [row] = await db.rows<StoreSettings>(FIND, [storeId]);
  return row ?? { orderExpiryMs: DEFAULT_ORDER_EXPIRY_MS, discountLimitBp: NO_DISCOUNT_LIMIT };
}

/** Sets the settings; existing orders keep their time to be paid. */
export async function storeSettingsSave(
  prisma: Prisma,
  storeId: string,
  settings: StoreSettings,
): Promise<void> {
  await prisma.forStore(storeId).storeSetting.upsert({
    where: { storeId },
    create: { storeId, ...settings },
    update: settings,
  });
}
