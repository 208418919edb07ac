/** Ids shared by the examples, so that they refer to each other. */
export const IDS = {
  store: 'sto_01m7yc7hvde8ks3x4rhz5garem',
  shop: 'shp_01m7yc7hvde8ks3x54bqnxqh6c',
  secondShop: 'shp_01m7yc7hvde8ks3x5ck1s51d15',
  rootCategory: 'cat_01m7yc7hvde8ks3x5npndgkk3v',
  category: 'cat_01m7yc7hvee8ks3x5t4we4bc36',
  brand: 'brd_01m7yc7hvee8ks3x63vhncmy48',
  product: 'prd_01m7yc7hvee8ks3x6bz6jjw7eg',
  simpleProduct: 'prd_01m7yc7hvee8ks3x6jty0jwtd8',
  variant: 'var_01m7yc7hvee8ks3x6z77ex7e1t',
  secondVariant: 'var_01m7yc7hvee8ks3x72s34ep9ht',
  priceList: 'pl_01m7yc7hvee8ks3x7bykxge5n5',
  secondPriceList: 'pl_01m7yc7hvee8ks3x7d4nmt60aw',
  order: 'ord_01m7yc7hvee8ks3x7hprnsqw4r',
  counterOrder: 'ord_01m7yc7hvee8ks3x7vt5ste0bw',
  customer: 'cus_01m7yc7hvee8ks3x873pq5zehb',
  installation: 'ins_01m7yc7hvee8ks3x8h2bq7n4vd',
} as const;

/** Times of creation and last change of the examples, in ms since 1970. */
export const TIMES = {
  createdMs: Date.UTC(2026, 9, 1, 12, 30, 0, 5),
  updatedMs: Date.UTC(2026, 10, 3, 9, 0, 15, 250),
};
