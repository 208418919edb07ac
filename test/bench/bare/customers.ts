import { presentAddress, type Address } from './address.ts';
import { afterUpdate, time, type Answer } from './sql.ts';

interface CustomerRow {
  dni: string | null;
  shipping_addresses: Address[];
}

const CUSTOMERS = `select id, name, email, phone, case when document_type = 'DNI' then document_number end as dni, customer_type, tags,
    shipping_addresses, ${time('c.created_at')} as created_at, ${time('c.updated_at')} as updated_at
  from customer c
  where store_id = $1 and kind = 'customer' and (c.updated_at, id) > ($2, $3) order by c.updated_at, id limit 50`;

/** A page of 50 customers after a given one. */
export const customers: Answer = async (pool, storeId, url) => {
  const values = [storeId, ...afterUpdate(url)];
  const { rows } = await pool.query<CustomerRow>({ name: 'customers', text: CUSTOMERS, values });
  return JSON.stringify({
    data: rows.map(({ dni, shipping_addresses, ...columns }) => ({
      ...columns,
      document: dni === null ? null : { type: 'DNI', number: dni },
      shipping_addresses: shipping_addresses.map(presentAddress),
    })),
  });
};
