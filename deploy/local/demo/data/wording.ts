/** Sentences for descriptions, by root category. */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  Ferretería: [
    'Pensado para el uso diario en obra y en el hogar.',
    'Materiales de primera calidad y terminación prolija.',
    'Garantía oficial de 12 meses.',
    'Repuestos disponibles en todas las sucursales.',
    'Recomendado por gremios.',
  ],
  Electricidad: [
    'Certificado según normas IRAM.',
    'Bajo consumo y larga vida útil.',
    'Apto para instalaciones domiciliarias y comerciales.',
    'Fácil instalación.',
  ],
  Pinturería: [
    'Excelente poder cubritivo y rendimiento.',
    'Secado al tacto en 30 minutos.',
    'Bajo olor: se puede habitar el ambiente el mismo día.',
    'Rinde entre 8 y 12 m² por litro y por mano.',
  ],
  Hogar: [
    'Diseño actual que combina con todos los ambientes.',
    'Fácil de limpiar y de guardar.',
    'Industria argentina.',
    'Ideal para regalar.',
    'Cambio sin cargo dentro de los 30 días.',
  ],
  Jardín: [
    'Resiste el sol y la intemperie.',
    'Ideal para patios, balcones y jardines.',
    'Liviano y fácil de usar.',
    'Industria argentina.',
  ],
  Almacén: [
    'Sin TACC según lote: consultar el envase.',
    'Conservar en lugar fresco y seco.',
    'Elaborado por productores regionales.',
    'Sabor de siempre.',
  ],
  Limpieza: [
    'Rinde más con menos producto.',
    'Fragancia duradera.',
    'Mantener fuera del alcance de los niños.',
    'Aprobado por ANMAT.',
  ],
  Indumentaria: [
    'Tela suave y de buena caída.',
    'No destiñe ni encoge con los lavados.',
    'Consultá la tabla de talles antes de comprar.',
    'Confeccionado en talleres argentinos.',
  ],
  Calzado: [
    'Suela antideslizante.',
    'Plantilla acolchada y extraíble.',
    'Horma amplia: recomendamos pedir el número habitual.',
    'Costuras reforzadas.',
  ],
  Servicios: [
    'Coordinamos día y horario por teléfono.',
    'Incluye mano de obra; los materiales se cotizan aparte.',
    'Trabajo garantizado por 90 días.',
  ],
};

/** Product tags. */
export const productTags: readonly string[] = [
  'oferta',
  'nuevo',
  'más vendido',
  'industria argentina',
  'liquidación',
  'exclusivo web',
  'envío gratis',
  'importado',
  'temporada',
  'outlet',
  'mayorista',
];

/** Lines of a brand, for stores with more products than brands and specs can distinguish. */
export const productLines: readonly string[] = [
  'Pro',
  'Plus',
  'Clásico',
  'Eco',
  'Max',
  'Premium',
  'Compact',
  'Ultra',
  'Esencial',
  'Línea Oro',
  'Línea Azul',
  'Home',
  'Select',
  'Master',
  'Activa',
  'Línea Norte',
  'Línea Sur',
  'Origen',
  'Evolución',
  'Edición especial',
];

/** Names of custom order lines. */
export const customLines: readonly string[] = [
  'Corte de madera a medida',
  'Armado de mueble',
  'Flete especial',
  'Preparación de color de pintura',
  'Bordado de logo',
  'Copia de llave',
  'Envoltorio para regalo',
  'Colocación en domicilio',
  'Afilado de herramientas',
  'Alquiler de rotomartillo por día',
];
