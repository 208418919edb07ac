import { parseList, parseTable } from '../text.ts';

/** A city of Argentina with its address data. */
export interface Place {
  city: string;
  state: string;
  postalCode: string;
  areaCode: string;
  streets: readonly string[];
}

const table = `
Ciudad Autónoma de Buenos Aires; Ciudad Autónoma de Buenos Aires; C1425; 11; Av. Santa Fe|Gurruchaga|Thames|Av. Scalabrini Ortiz|Honduras|Costa Rica
Ciudad Autónoma de Buenos Aires; Ciudad Autónoma de Buenos Aires; C1406; 11; Av. Directorio|Av. Rivadavia|Av. Carabobo|Curapaligüe|Bonorino
Ciudad Autónoma de Buenos Aires; Ciudad Autónoma de Buenos Aires; C1043; 11; Av. Corrientes|Lavalle|Tucumán|Montevideo|Paraná|Uruguay
Ciudad Autónoma de Buenos Aires; Ciudad Autónoma de Buenos Aires; C1428; 11; Av. Cabildo|Echeverría|Juramento|Ciudad de la Paz|Mendoza
Rosario; Santa Fe; S2000; 341; Córdoba|San Martín|Bv. Oroño|Av. Pellegrini|Mitre|Entre Ríos|Salta
Córdoba; Córdoba; X5000; 351; Av. Colón|Av. Vélez Sarsfield|27 de Abril|Obispo Trejo|Av. General Paz|Belgrano
Mendoza; Mendoza; M5500; 261; Av. San Martín|Av. Las Heras|Arístides Villanueva|Av. Colón|Patricias Mendocinas
La Plata; Buenos Aires; B1900; 221; Calle 7|Calle 12|Diagonal 74|Calle 50|Av. 13|Calle 48
Mar del Plata; Buenos Aires; B7600; 223; Av. Luro|San Martín|Güemes|Av. Colón|Leandro N. Alem|Rivadavia
San Miguel de Tucumán; Tucumán; T4000; 381; 24 de Septiembre|San Martín|Av. Mate de Luna|Muñecas|25 de Mayo
Salta; Salta; A4400; 387; Caseros|Balcarce|España|Av. Belgrano|Alvarado|Zuviría
Santa Fe; Santa Fe; S3000; 342; Bv. Gálvez|San Martín|25 de Mayo|Rivadavia|Av. Freyre
Paraná; Entre Ríos; E3100; 343; Av. Francisco Ramírez|San Martín|Urquiza|Corrientes|Av. Almafuerte
Neuquén; Neuquén; Q8300; 299; Av. Argentina|Sarmiento|Av. Olascoaga|Juan B. Justo|Mitre
Bahía Blanca; Buenos Aires; B8000; 291; Alsina|O'Higgins|Chiclana|Zelarrayán|Av. Alem|Brown
Corrientes; Corrientes; W3400; 379; Junín|San Juan|Av. 3 de Abril|Mendoza|Hipólito Yrigoyen
Resistencia; Chaco; H3500; 362; Av. 25 de Mayo|Av. Sarmiento|Juan B. Justo|French|Güemes
Posadas; Misiones; N3300; 376; Bolívar|San Lorenzo|Av. Mitre|Colón|Félix de Azara
San Juan; San Juan; J5400; 264; Av. Libertador San Martín|Mendoza|Rivadavia|Laprida|Mitre
San Luis; San Luis; D5700; 266; Av. Illia|Rivadavia|Pringles|Junín|Colón
Río Cuarto; Córdoba; X5800; 358; Constitución|Sobremonte|Av. España|Alvear|Buenos Aires
San Carlos de Bariloche; Río Negro; R8400; 294; Mitre|Moreno|Av. Bustillo|Elflein|San Martín
Comodoro Rivadavia; Chubut; U9000; 297; San Martín|Rivadavia|9 de Julio|Pellegrini|Av. Kennedy
Ushuaia; Tierra del Fuego; V9410; 2901; San Martín|Maipú|Gobernador Deloqui|Magallanes|Kuanip
Tandil; Buenos Aires; B7000; 249; 9 de Julio|Gral. Rodríguez|Av. España|Pinto|San Martín
Rafaela; Santa Fe; S2300; 3492; Bv. Santa Fe|Bv. Lehmann|Belgrano|Sarmiento|Colón
Quilmes; Buenos Aires; B1878; 11; Rivadavia|Alvear|Av. Mitre|Brandsen|Hipólito Yrigoyen
Lomas de Zamora; Buenos Aires; B1832; 11; Av. Meeks|Laprida|España|Av. Hipólito Yrigoyen|Boedo
Villa María; Córdoba; X5900; 353; Bv. España|Mendoza|San Martín|Entre Ríos|Catamarca
San Salvador de Jujuy; Jujuy; Y4600; 388; Belgrano|Alvear|Av. 19 de Abril|Lavalle|San Martín
`;

/** Cities of the customers; larger ones are repeated. */
export const places: readonly Place[] = parseTable(table).map((row) => {
  const [city = '', state = '', postalCode = '', areaCode = '', streets] = row;
  return { city, state, postalCode, areaCode, streets: parseList(streets) };
});

/** Additional address lines. */
export const addressNotes: readonly string[] = [
  'Tocar timbre, no anda el portero',
  'Casa de rejas verdes',
  'Entre la farmacia y la panadería',
  'Dejar en portería',
  'Llamar antes de llegar',
  'Recibe sólo por la tarde',
  'Portón negro al fondo',
];
