/** A shop at which can be sold. */
export interface PosShop {
  id: string;
  name: string;
}
