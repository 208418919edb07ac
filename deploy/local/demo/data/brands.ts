import { parseList, parseTable } from '../text.ts';

/** Groups with their brands, from cheap to expensive. All are fictitious. */
const table = `
herramientas; Ferrosur|Tenazo|Kolver|Brandsen Tools|Yunque Real
fijaciones; Fijamax|Roscasur|Anclar
plomeria; Aguaviva|Hidrosur|Griferías Lanín
seguridad; Cuidar|Protecta Sur
electricidad; Lumisur|Voltia|Electra Pampa|Claro de Luna
pinturas; Colorama Sur|Pincelada|Muralia|Látex Andes
hogar; Nidal|Telar Norte|Casa Ceibo|Algodonar
bazar; Fogonera|Bazar Tandil|Aceros Malargüe|Mate Amigo
jardin; Huerta Viva|Verdeluz|Parrillero Viejo
almacen; Doña Elvira|La Esquina|Campo Sereno|Molinos del Sauce|Sierra Chica
bebidas; Manantial del Valle|Bodega Tres Álamos|Don Baltasar
limpieza; Brillosol|Pura Espuma|Cristalina
ropa; Quillango|Arroyo Seco|Marlenka|Punto Sur|Obrador
calzado; Pasolargo|Andariego|Suela Brava
`;

/** Brands by group. */
export const brandGroups: ReadonlyMap<string, readonly string[]> = new Map(
  parseTable(table).map(([group = '', brands]) => [group, parseList(brands)]),
);
