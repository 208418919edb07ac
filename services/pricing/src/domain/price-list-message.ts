import type { PriceList } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { contentVersion } from '@commerce/service-kit/version.ts';
import type { RoundingCentavos } from './engine/amount.ts';
import type { PriceListRule } from './engine/price-list.ts';
import type { PriceListDraft } from './price-list-change.ts';

/** A price list without its entries. */
export interface PriceListRecord {
  priceListId: string;
  name: string;
  /** Null for a list of fixed prices only. */
  rule: PriceListRule | null;
}

/** Presents a price list. */
export const toPriceList = ({ priceListId, name, rule }: PriceListRecord): PriceList => ({
  id: priceListId,
  name,
  rule: rule === null ? undefined : { ...rule, overListId: rule.overListId },
  version: priceListVersion({ priceListId, name, rule }),
});

/** Version of a price list without its entries. */
export const priceListVersion = ({ name, rule }: PriceListRecord): string =>
  contentVersion([name, rule?.percentBp, rule?.overListId, rule?.roundingCentavos]);

/** Converts a checked draft into the record that is stored. */
export function priceListRecord(priceListId: string, { name, rule }: PriceListDraft): PriceListRecord {
  if (rule === undefined) return { priceListId, name, rule: null };
  const { percentBp, overListId } = rule;
  const roundingCentavos = rule.roundingCentavos as RoundingCentavos;
  return { priceListId, name, rule: { percentBp, overListId, roundingCentavos } };
}
