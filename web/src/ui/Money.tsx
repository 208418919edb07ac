import { money } from '../lib/format.ts';

/** Amount of centavos as pesos; a dash for none. */
export function Money({ centavos }: { centavos: number | null | undefined }) {
  return (
    <span className="figures nowrap">
      {centavos === undefined || centavos === null ? '—' : money(centavos)}
    </span>
  );
}
