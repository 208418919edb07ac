/** A kind of product: its name, its price in pesos, and the axis and values of its variants. */
export type ProductWords = readonly [name: string, pesos: number, axis?: string, values?: readonly string[]];

const SIZES = ['S', 'M', 'L', 'XL'];
const SHOE_SIZES = ['38', '39', '40', '41', '42'];
const COLORS = ['Negro', 'Natural', 'Bordó'];

/** The kinds of products of each category: five each, so that kind and brand make 25 distinct products. */
export const CATEGORIES: readonly { name: string; kinds: readonly ProductWords[] }[] = [
  {
    name: 'Mates y yerba',
    kinds: [
      ['Mate de calabaza', 14_500, 'Color', COLORS],
      ['Bombilla de alpaca', 9_800],
      ['Termo de acero 1 l', 48_900, 'Color', COLORS],
      ['Yerba mate con palo 1 kg', 5_200],
      ['Yerbera de cuero', 21_300],
    ],
  },
  {
    name: 'Remeras y buzos',
    kinds: [
      ['Remera de algodón', 16_900, 'Talle', SIZES],
      ['Remera manga larga', 19_900, 'Talle', SIZES],
      ['Buzo con capucha', 42_500, 'Talle', SIZES],
      ['Campera rompeviento', 68_000, 'Talle', SIZES],
      ['Gorra bordada', 12_400],
    ],
  },
  {
    name: 'Calzado',
    kinds: [
      ['Alpargatas de lona', 18_700, 'Talle', SHOE_SIZES],
      ['Zapatillas urbanas', 84_900, 'Talle', SHOE_SIZES],
      ['Ojotas de goma', 11_200, 'Talle', SHOE_SIZES],
      ['Botas de lluvia', 39_900, 'Talle', SHOE_SIZES],
      ['Medias deportivas', 5_900],
    ],
  },
  {
    name: 'Cocina',
    kinds: [
      ['Sartén de hierro 24 cm', 36_500],
      ['Tabla de asado', 22_800],
      ['Juego de cuchillos', 54_300],
      ['Pava eléctrica', 47_600],
      ['Fuente de cerámica', 19_400],
    ],
  },
  {
    name: 'Librería',
    kinds: [
      ['Cuaderno tapa dura', 6_800],
      ['Agenda semanal', 13_900],
      ['Lapicera de gel', 2_100],
      ['Mochila escolar', 44_000, 'Color', COLORS],
      ['Set de fibras x 24', 10_500],
    ],
  },
  {
    name: 'Juguetes',
    kinds: [
      ['Rompecabezas 500 piezas', 15_600],
      ['Bloques de madera', 23_900],
      ['Juego de mesa familiar', 31_200],
      ['Pelota de fútbol', 27_500],
      ['Muñeco de peluche', 17_800],
    ],
  },
  {
    name: 'Jardín',
    kinds: [
      ['Maceta de barro', 8_300],
      ['Regadera de chapa', 14_200],
      ['Set de herramientas', 29_700],
      ['Sustrato 10 l', 6_400],
      ['Reposera plegable', 58_900, 'Color', COLORS],
    ],
  },
  {
    name: 'Almacén',
    kinds: [
      ['Dulce de leche 400 g', 4_600],
      ['Alfajores x 12', 13_300],
      ['Aceite de oliva 500 ml', 12_900],
      ['Vino malbec 750 ml', 9_700],
      ['Miel pura 1 kg', 8_800],
    ],
  },
];

/** Brands, all invented. */
export const BRANDS = ['Ñandubay', 'La Calandria', 'Puelche', 'Doña Tota', 'Altos del Sur'] as const;

/** Shops: name, street, number, city, postal code, area code. */
export const SHOPS = [
  ['Sucursal Centro', 'Av. Corrientes', 1845, 'Buenos Aires', 'C1045', '11'],
  ['Sucursal Rosario', 'Bv. Oroño', 742, 'Rosario', 'S2000', '341'],
  ['Depósito mayorista', 'Av. Colón', 3310, 'Córdoba', 'X5003', '351'],
] as const;

/** First names of customers. */
export const FIRST_NAMES = [
  'Martina',
  'Santiago',
  'Lucía',
  'Joaquín',
  'Camila',
  'Nicolás',
  'Valentina',
  'Matías',
  'Florencia',
  'Agustín',
  'Julieta',
  'Facundo',
  'Sofía',
  'Gonzalo',
  'Rocío',
  'Ezequiel',
  'Mariana',
  'Tomás',
  'Belén',
  'Ramiro',
] as const;

/** Last names of customers. */
export const LAST_NAMES = [
  'González',
  'Rodríguez',
  'Fernández',
  'Pereyra',
  'Sosa',
  'Giménez',
  'Acosta',
  'Benítez',
  'Villalba',
  'Ledesma',
  'Quiroga',
  'Bianchi',
  'Rossi',
  'Núñez',
  'Ibarra',
  'Cabrera',
  'Domínguez',
  'Figueroa',
  'Luna',
  'Arce',
] as const;

/** Addresses of customers: street, city, state, postal code. */
export const ADDRESSES = [
  ['Av. Rivadavia', 'Buenos Aires', 'CABA', 'C1406'],
  ['Calle 12', 'La Plata', 'Buenos Aires', 'B1900'],
  ['San Martín', 'Mendoza', 'Mendoza', 'M5500'],
  ['Belgrano', 'Rosario', 'Santa Fe', 'S2000'],
  ['9 de Julio', 'Córdoba', 'Córdoba', 'X5000'],
  ['Av. Alem', 'Bahía Blanca', 'Buenos Aires', 'B8000'],
] as const;
