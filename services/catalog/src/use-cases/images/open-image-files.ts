import { ConfigError } from '@commerce/service-kit/config.ts';
import type { ImageSettings } from '../../config.ts';
import { imageBucket } from '../../store/image-bucket.ts';
import type { ImageFiles } from '../../store/image-files.ts';
import { imageFolder } from '../../store/image-folder.ts';

/**
 * The storage of images in the settings.
 * @throws ConfigError unless exactly one is set
 */
export function openImageFiles(config: ImageSettings): ImageFiles {
  const { IMAGES_FOLDER: folder, S3_BUCKET: name, S3_ENDPOINT: endpoint, S3_REGION: region } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new ConfigError(
      'Bad configuration:\n  S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.',
    );
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };
  if (name !== undefined && folder === undefined) return imageBucket({ name, region, endpoint, credentials });
  if (folder !== undefined && name === undefined) return imageFolder(folder);
  throw new ConfigError(
    'Bad configuration:\n  Set either IMAGES_FOLDER or S3_BUCKET, where images are stored.',
  );
}
