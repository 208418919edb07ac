import { developerPictures } from './developer.ts';
import { ordersPictures } from './orders.ts';
import { peoplePictures } from './people.ts';
import { platformPictures } from './platform.ts';
import { pricesPictures } from './prices.ts';
import { productsPictures } from './products.ts';
import { requestsPictures } from './requests.ts';
import { storePictures } from './store.ts';
import { webhooksPictures } from './webhooks.ts';
import type { Picture } from './picture.ts';

/** All screenshots by area. */
export const pictures: Picture[] = [
  ...peoplePictures,
  ...storePictures,
  ...productsPictures,
  ...pricesPictures,
  ...ordersPictures,
  ...developerPictures,
  ...requestsPictures,
  ...platformPictures,
  // Last, because they replay deliveries that others show as failed.
  ...webhooksPictures,
];
