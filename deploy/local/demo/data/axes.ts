import { parseList, parseTable } from '../text.ts';

/** An axis of variants: its name, its values, and the price increase per step. */
export interface Axis {
  name: string;
  values: readonly string[];
  growth: number;
}

const table = `
talle; Talle; 0.01; XS|S|M|L|XL|XXL|XXXL|4XL
numero; Talle; 0; 35|36|37|38|39|40|41|42|43|44|45|46
infantil; Talle; 0.03; 4|6|8|10|12|14|16
ropa; Color; 0; Negro|Blanco|Gris melange|Azul marino|Verde militar|Bordó|Beige|Rojo|Celeste|Rosa viejo
corte; Corte; 0.04; Recto|Slim|Oversize
pintura; Color; 0; Blanco|Blanco hueso|Marfil|Gris perla|Gris cemento|Arena|Celeste cielo|Verde agua|Terracota|Amarillo ocre
contenido; Contenido; 1.4; 1 L|4 L|10 L|20 L
terminacion; Terminación; 0.06; Mate|Satinado|Brillante
cama; Medida; 0.22; 1 plaza|1½ plaza|2 plazas|Queen|King
telas; Color; 0; Blanco|Natural|Gris|Azul|Verde oliva|Mostaza|Terracota
tornillo; Medida; 0.12; 3,5 x 16 mm|3,5 x 25 mm|4 x 30 mm|4 x 40 mm|5 x 50 mm|5 x 70 mm|6 x 80 mm|6 x 100 mm
presentacion; Presentación; 1.6; Bolsa x 20|Caja x 100|Caja x 500
grano; Grano; 0; 40|60|80|100|120|150|180|220|320|400
cano; Diámetro; 0.3; 13 mm|20 mm|25 mm|32 mm|40 mm|50 mm|63 mm
seccion; Sección; 0.35; 1 mm²|1,5 mm²|2,5 mm²|4 mm²|6 mm²|10 mm²
cable; Color; 0; Negro|Rojo|Celeste|Marrón|Verde-amarillo
luz; Temperatura; 0; Cálida 3000 K|Neutra 4000 K|Fría 6500 K
potencia; Potencia; 0.25; 7 W|9 W|12 W|15 W|18 W
diametro; Diámetro; 0.3; 18 cm|20 cm|24 cm|28 cm|32 cm
maceta; Medida; 0.45; N° 12|N° 14|N° 18|N° 22|N° 26|N° 30
bazar; Color; 0; Negro|Rojo|Crema|Verde petróleo|Acero
largo; Largo; 0.5; 10 m|15 m|25 m|50 m
sabor; Sabor; 0; Frutilla|Durazno|Naranja|Limón|Manzana|Pomelo
molienda; Molienda; 0; En grano|Fina|Media|Gruesa
peso; Peso; 0.85; 250 g|500 g|1 kg
aroma; Aroma; 0; Lavanda|Limón|Pino|Marina|Floral
litros; Contenido; 0.7; 500 ml|900 ml|3 L|5 L
guante; Talle; 0; 7|8|9|10|11
tono; Color; 0; Roble|Nogal|Caoba|Natural|Cedro
`;

const axes: ReadonlyMap<string, Axis> = new Map(
  parseTable(table).map(([key = '', name = '', growth, values]) => [
    key,
    { name, growth: Number(growth), values: parseList(values) },
  ]),
);

/** The axis of that key. */
export function axisOf(key: string): Axis {
  const axis = axes.get(key);
  if (!axis) throw new Error(`the demo data knows no axis ${key}`);
  return axis;
}
