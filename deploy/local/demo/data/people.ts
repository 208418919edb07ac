/** Given names common in Argentina. */
export const givenNames: readonly string[] = `
Lucía Sofía Martina Valentina Camila Julieta Florencia Agustina Carolina Mariana Romina Natalia Paula Gabriela
Daniela Verónica Silvina Marcela Patricia Mónica Graciela Susana Mirta Norma Estela Alejandra Cecilia Victoria
Milagros Rocío Micaela Antonella Brenda Celeste Delfina Jimena Lorena Soledad Yanina Noelia Mateo Santiago Joaquín
Benjamín Tomás Facundo Nicolás Matías Federico Gonzalo Ignacio Lautaro Franco Bruno Agustín Ezequiel Leandro
Maximiliano Hernán Diego Pablo Sergio Gustavo Marcelo Claudio Fernando Jorge Carlos Roberto Héctor Raúl Oscar
Rubén Daniel Eduardo Miguel Osvaldo Néstor Emiliano Rodrigo Damián Cristian Walter Guillermo
`
  .trim()
  .split(/\s+/);

/** Family names common in Argentina. */
export const familyNames: readonly string[] = `
González Rodríguez Gómez Fernández López Díaz Martínez Pérez García Sánchez Romero Sosa Álvarez Torres Ruiz Ramírez
Flores Acosta Benítez Medina Suárez Herrera Aguirre Pereyra Gutiérrez Giménez Molina Silva Castro Rojas Ortiz Núñez
Luna Juárez Cabrera Ríos Ferreyra Godoy Morales Domínguez Moreno Peralta Vega Carrizo Quiroga Castillo Ledesma
Muñoz Ojeda Ponce Vera Vázquez Villalba Cardozo Navarro Ramos Arias Coronel Córdoba Figueroa Correa Cáceres Vargas
Maldonado Mansilla Farías Rivero Paz Miranda Roldán Méndez Guzmán Agüero Hernández Lucero Cruz Páez Escobar Barrios
Bustos Ávila Ayala Blanco Soria Maidana Leiva Duarte Moyano Campos Soto Martín Valdez Bravo Chávez Velázquez
Bianchi Rossi Ferrari Russo Esposito Colombo Ricci Marino Conti Costa Giordano Rinaldi Barbieri Lombardi Moretti
Schmidt Müller Wagner Weber Etcheverry Iturralde Goñi Urquiza Zabala Oyarzún
`
  .trim()
  .split(/\s+/);

/** Company names with `%` for a family name. */
export const companyPatterns: readonly string[] = [
  'Construcciones % SRL',
  'Estudio % y Asociados',
  '% Hermanos SRL',
  'Distribuidora %',
  'Instalaciones % SAS',
  'Pinturas y Obras % SRL',
  'Consorcio Edificio %',
  'Transporte % SA',
  'Panadería %',
  'Hotel % SA',
  'Agropecuaria % SA',
  'Talleres %',
];

/** Tags that merchants give to their customers. */
export const customerTags: readonly string[] = [
  'mayorista',
  'minorista',
  'cuenta corriente',
  'gremio',
  'frecuente',
  'vip',
  'newsletter',
  'empresa',
  'obra',
  'deuda',
];
