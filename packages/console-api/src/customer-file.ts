/**
 * Columns of a file of customers. The first heading is written; all are read, ignoring case, accents and punctuation: from files of
 * other shops and in Spanish.
 */
export const CUSTOMER_COLUMNS = {
  name: [
    'Name',
    'nombre',
    'nombre y apellido',
    'nombre completo',
    'full name',
    'customer',
    'cliente',
    'razón social',
  ],
  firstName: ['First Name', 'nombre de pila'],
  lastName: ['Last Name', 'apellido', 'apellidos', 'surname'],
  email: ['Email', 'e mail', 'mail', 'correo', 'correo electrónico'],
  phone: ['Phone', 'teléfono', 'celular', 'whatsapp', 'móvil', 'default address phone'],
  dni: ['DNI', 'documento', 'dni cuit', 'nro de documento'],
  tags: ['Tags', 'etiquetas', 'etiqueta'],
  street: ['Street', 'calle', 'dirección', 'domicilio', 'address1', 'default address address1'],
  streetNumber: ['Street number', 'altura', 'número', 'nro'],
  apartment: [
    'Apartment',
    'piso',
    'piso y depto',
    'piso depto',
    'departamento',
    'address2',
    'default address address2',
  ],
  city: ['City', 'localidad', 'ciudad', 'default address city'],
  state: ['State', 'provincia', 'default address province code', 'province code', 'province'],
  postalCode: ['Postal code', 'código postal', 'cp', 'zip', 'default address zip'],
  notes: ['Address notes', 'indicaciones'],
} satisfies Record<string, [string, ...string[]]>;

/** A column of a file of customers. */
export type CustomerColumn = keyof typeof CUSTOMER_COLUMNS;

/** Columns of an exported file, in its order. */
export const EXPORTED_COLUMNS = (Object.keys(CUSTOMER_COLUMNS) as CustomerColumn[]).filter(
  (column) => column !== 'firstName' && column !== 'lastName',
);
