/** An address as customers and orders keep it. */
export interface Address {
  street: string;
  streetNumber: string;
  apartment?: string;
  city: string;
  state: string;
  postalCode: string;
  notes?: string;
}

/** An address as the API tells it. */
export const presentAddress = (address: Address): object => ({
  street: address.street,
  street_number: address.streetNumber,
  apartment: address.apartment ?? null,
  city: address.city,
  state: address.state,
  postal_code: address.postalCode,
  notes: address.notes ?? null,
});
