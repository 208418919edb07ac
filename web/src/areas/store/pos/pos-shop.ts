/** Shop available at the point of sale. */
export interface PosShop {
  id: string;
  name: string;
}
