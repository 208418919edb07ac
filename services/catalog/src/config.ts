import { serviceAddress, serviceSettings } from '@commerce/service-kit/base-config.ts';
import { optional, required, text, withDefault, type ConfigOf } from '@commerce/service-kit/config.ts';

export const settings = {
  ...serviceSettings,
  IMAGES_URL: required(text.url('http', 'https'), {
    description:
      'URL under which the gateway serves images: its public URL and /images, or a CDN in front of it. Products store the URLs of their images, so keep an earlier value redirecting when you change it.',
    example: 'https://commerce.example.com/images',
  }),
  IMAGES_FOLDER: optional(text.string(), {
    description:
      'Folder for the files of images, on a volume that all processes of the service share. Set this or `S3_BUCKET`.',
    example: '/var/lib/commerce/images',
  }),
  S3_BUCKET: optional(text.string(), {
    description: 'Bucket for the files of images. Set this or `IMAGES_FOLDER`. It needs no public access.',
    example: 'commerce-images',
  }),
  S3_ENDPOINT: optional(text.url('http', 'https'), {
    description: 'URL of a server that speaks S3, such as MinIO. If unset, Amazon S3.',
    example: 'http://minio:9000',
  }),
  S3_REGION: withDefault(text.string(), 'us-east-1', { description: 'Region of the bucket.' }),
  S3_ACCESS_KEY_ID: optional(text.string(), {
    description:
      'Access key of the bucket, with `S3_SECRET_ACCESS_KEY`. If unset, the AWS SDK finds credentials, such as those of the pod.',
    example: 'commerce-catalog',
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: optional(text.string(), {
    description: 'Secret of the access key.',
    example: 'a-long-secret',
    secret: true,
  }),
  IMAGE_STORAGE_MIB: withDefault(text.integer({ min: 1 }), '20480', {
    description: 'Storage for the images of a store, in MiB. Beyond it, no image is stored.',
  }),
  INVENTORY_ADDRESS: serviceAddress('inventory'),
  PRICING_ADDRESS: serviceAddress('pricing'),
};

export type Config = ConfigOf<typeof settings>;

/** Settings of the storage of images. */
export type ImageSettings = Pick<
  Config,
  'IMAGES_FOLDER' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;
