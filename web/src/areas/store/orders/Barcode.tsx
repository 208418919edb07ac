import JsBarcode from 'jsbarcode';

/** Height of the bars, in the modules of the width. */
const HEIGHT = 40;
/** White modules that scanners need on both sides. */
const QUIET = 10;

/** CODE128 of a text, as a drawing that prints sharply; the text itself stands below it on the page. */
export function Barcode({ value, className }: { value: string; className?: string | undefined }) {
  const modules = modulesOf(value);
  const width = modules.length + 2 * QUIET;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
      role="img"
      aria-label={value}
    >
      {modules
        .split('')
        .map((module, x) =>
          module === '1' ? <rect key={x} x={x + QUIET} y={0} width={1} height={HEIGHT} fill="#000" /> : null,
        )}
    </svg>
  );
}

/** The bars as ones; empty for a text that CODE128 cannot have. */
function modulesOf(value: string): string {
  const drawing: { encodings?: { data: string }[] } = {};
  try {
    JsBarcode(drawing, value, { format: 'CODE128' });
  } catch {
    return '';
  }
  return (drawing.encodings ?? []).map(({ data }) => data).join('');
}
