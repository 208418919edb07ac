/** An address as stored by customers and orders. */
export interface Address {
  street: string;
  streetNumber: string;
  apartment?: string;
  city: string;
  state: string;
  postalCode: string;
  notes?: string;
}

/** An address as returned by the API. */
export const presentAddress = (address: Address): object => ({
  street: address.street,
  street_number: address.streetNumber,
  apartment: address.apartment ?? null,
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  notes: address.notes ?? null,
});
