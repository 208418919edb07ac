/** Kinds of resources by the filters that answer an unknown one with 404, in all versions. */
export const FILTERS: Record<string, string> = {
  shop: 'shop',
  category: 'category',
  category_id: 'category',
  brand: 'brand',
};
const REFERENCES = [...Object.keys(FILTERS), 'product', 'price_list', 'customer'];
/** Invalid values by parameter. */
export const BAD_PARAMETERS: Record<string, string[]> = {
  limit: ['0', '-1', '101', '1.5', 'ten', '', ' 5', '0x10', '1e1', '99999999999999999999'],
  cursor: ['', 'x', 'AAAA', '%', 'eyJhIjoxfQ', 'A'.repeat(3000)],
  updated_since: [
    '',
    'yesterday',
    '2026-13-01',
    '2026-02-30',
    '1763700000',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
  ],
  created_since: ['', 'soon', '2026-01-32'],
  sku: ['', '\0', 'x'.repeat(1000)],
  barcode: ['', '\0', 'x'.repeat(1000)],
  ids: ['', ',', 'a,,b', 'a,\0', 'x'.repeat(201), Array(101).fill('a').join(',')],
  email: ['', 'x'.repeat(1000)],
  status: ['', 'no-such-status', '\0'],
  ...Object.fromEntries(REFERENCES.map((name) => [name, ['', '\0']])),
  type: ['', 'no.such', 'ping', 'app.uninstalled', '\0'],
};
