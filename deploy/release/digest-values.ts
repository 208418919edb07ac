import { stringify } from 'yaml';

const HEADER =
  '# The images of this release by digest: pass this file to every `helm install` and `helm upgrade` of it.\n';

/** Values of the platform's chart that name each image by its digest. @param digests by the image's name */
export function digestValues(digests: ReadonlyMap<string, string>): string {
  const values = [...digests].map(([image, digest]) => [
    image,
    image === 'demo' ? { digest } : { image: { digest } },
  ]);
  return `${HEADER}${stringify(Object.fromEntries(values))}`;
}
