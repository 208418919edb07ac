import type { PriceList } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import type { RoundingCentavos } from '../domain/engine/amount.ts';
import type { PriceListDraft } from '../domain/price-list-change.ts';
import type { PriceListRecord } from '../store/price-list.ts';

/** A price list as it is told. */
export const priceListMessage = ({ priceListId, name, rule }: PriceListRecord): PriceList => ({
  id: priceListId,
  name,
  rule: rule === null ? undefined : { ...rule, overListId: rule.overListId },
  version: priceListVersion({ priceListId, name, rule }),
});

/** Version of a price list without its entries. */
export const priceListVersion = ({ name, rule }: PriceListRecord): string =>
  contentVersion([name, rule?.percentBp, rule?.overListId, rule?.roundingCentavos]);

/** A checked draft as it is stored. */
export function priceListRecord(priceListId: string, { name, rule }: PriceListDraft): PriceListRecord {
  if (rule === undefined) return { priceListId, name, rule: null };
  const { percentBp, overListId } = rule;
  const roundingCentavos = rule.roundingCentavos as RoundingCentavos;
  return { priceListId, name, rule: { percentBp, overListId, roundingCentavos } };
}
