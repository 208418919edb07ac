import type { LineTotals } from '@commerce/console-api/routes/dashboard.ts';

/** Change of a figure against the period before, in percent; undefined without a figure before. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : ((now - before) / before) * 100;

/** Margin of the lines with a known cost. */
export interface Margin {
  /** Amount of all lines, after discounts. */
  netCentavos: number;
  /** The part of it with a known cost: the margin is a part of this, not of all sales. */
  costedCentavos: number;
  /** The part whose cost is unknown. */
  uncostedCentavos: number;
  cogsCentavos: number;
  /** Undefined when no cost is known. */
  marginCentavos: number | undefined;
  /** Of `costedCentavos`. */
  percent: number | undefined;
}

/** Computes the margin; discounts of orders are spread over their lines by amount. */
export function marginOf({
  amountCentavos,
  discountCentavos,
  cogsCentavos,
  uncostedCentavos,
}: LineTotals): Margin {
  const netCentavos = amountCentavos - discountCentavos;
  const share = amountCentavos === 0 ? 0 : uncostedCentavos / amountCentavos;
  const uncosted = Math.round(netCentavos * share);
  const costedCentavos = netCentavos - uncosted;
  const isKnown = amountCentavos > uncostedCentavos;
  const marginCentavos = isKnown ? costedCentavos - cogsCentavos : undefined;
  return {
    netCentavos,
    costedCentavos,
    uncostedCentavos: uncosted,
    cogsCentavos,
    marginCentavos,
    percent:
      marginCentavos === undefined || costedCentavos <= 0
        ? undefined
        : (marginCentavos / costedCentavos) * 100,
  };
}
