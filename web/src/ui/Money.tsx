import { money } from '../lib/format.ts';

/** An amount of centavos as pesos; a dash where there is none. */
export function Money({ centavos }: { centavos: number | null | undefined }) {
  return (
    <span className="figures">{centavos === undefined || centavos === null ? '—' : money(centavos)}</span>
  );
}
