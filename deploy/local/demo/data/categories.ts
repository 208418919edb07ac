/** A node of the category tree in the source data. */
export interface CategorySeed {
  name: string;
  depth: number;
  isActive: boolean;
}

/** Two spaces per level; `(x)` marks an inactive category. */
const tree = `
Ferretería
  Herramientas manuales
    Martillos y mazas
    Destornilladores
    Llaves y pinzas
  Herramientas eléctricas
    Taladros y atornilladores
    Amoladoras y sierras
    Soldadoras
  Fijaciones
    Tornillos
    Tarugos y anclajes
  Plomería
    Grifería
    Caños y conexiones
  Seguridad industrial
Electricidad
  Iluminación
    Lámparas LED
    Plafones y apliques
  Cables
  Llaves y tomas
  Bajo consumo (x)
Pinturería
  Látex y esmaltes
    Pintura interior
    Pintura exterior
  Accesorios de pintura
  Abrasivos
Hogar
  Dormitorio
    Sábanas
    Acolchados y frazadas
  Baño
  Cocina y bazar
    Ollas y sartenes
    Vajilla
    Termos y mates
  Organización
  Decoración
Jardín
  Riego
  Macetas
  Herramientas de jardín
  Parrilla y fuego
Almacén
  Infusiones
    Yerba mate
    Café y té
  Aceites y aderezos
  Pastas y arroz
  Galletitas y golosinas
  Conservas
  Bebidas
Limpieza
  Lavandería
  Pisos y superficies
  Descartables
Indumentaria
  Hombre
    Remeras de hombre
    Pantalones de hombre
  Mujer
    Remeras de mujer
    Pantalones de mujer
  Niños
  Abrigos
  Ropa de trabajo
Calzado
  Zapatillas
  Calzado de seguridad
  Alpargatas
Servicios
Novedades
Liquidación (x)
  Invierno 2025 (x)
`;

/** All categories, parents before their children. */
export const categorySeeds: readonly CategorySeed[] = tree
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({
    name: line.replace('(x)', '').trim(),
    depth: (line.length - line.trimStart().length) / 2,
    isActive: !line.includes('(x)'),
  }));

/** Categories that the smaller store omits, with their descendants. */
export const generalOnlyRoots: readonly string[] = ['Almacén', 'Limpieza', 'Indumentaria', 'Calzado'];
