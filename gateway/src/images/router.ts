import { pipeline } from 'node:stream/promises';
import { Router, type Request, type Response } from 'express';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { GetImagePartResponse } from '@commerce/proto/commerce/catalog/v1/image.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { toFault } from '@commerce/service-kit/grpc/status.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import { callLimits, serve, type ApiDeps } from '../edge/serve.ts';

const PATH = '/images/:store/:image/:file';

type ImagesDeps = Pick<ApiDeps, 'services' | 'writeProblem' | 'requestTimeoutMs'>;

/** Serves the images of products to anyone. Their URLs contain a hash of the content, so they are cached forever. */
export function imagesRouter(deps: ImagesDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const handle = serve(
    { method: 'GET', path: PATH },
    (req, res) => answer(deps, req, res),
    (res, error) => deps.writeProblem(res, toFault(error)),
  );
  router.get(PATH, handle);
  return router;
}

async function answer(
  { services, requestTimeoutMs }: ImagesDeps,
  req: Request,
  res: Response,
): Promise<void> {
  const { store, image, file } = req.params as Record<string, string>;
  const size = Number(/^([1-9]\d{2,3})\.webp$/.exec(file!)?.[1] ?? 0);
  if (!isId('sto', store!) || size === 0) throw notFound();
  const partFrom = async (offset: number) => {
    // Each part has the time of a request: a slow client receives the whole file.
    const { requestId, deadlineMs } = callLimits(res, requestTimeoutMs);
    return services.catalog.getImagePart(systemContext(requestId, deadlineMs, store), {
      imageId: image!,
      size,
      offset,
    });
  };
  const first = await partFrom(0);
  res.writeHead(200, {
    'Content-Type': 'image/webp',
    'Content-Length': first.totalBytes,
    'Cache-Control': 'public, max-age=31536000, immutable',
    // Shops on other origins show the images, too.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  // Node omits the body for HEAD.
  if (req.method === 'HEAD') return void res.end();
  await pipeline(partsAfter(first, partFrom), res);
}

/** Parts of the file, each requested once the client has received the previous one. */
async function* partsAfter(
  first: GetImagePartResponse,
  partFrom: (offset: number) => Promise<GetImagePartResponse>,
): AsyncGenerator<Uint8Array> {
  yield first.data;
  for (let offset = first.data.length; offset < first.totalBytes;) {
    const { data } = await partFrom(offset);
    if (data.length === 0) throw notFound();
    yield data;
    offset += data.length;
  }
}
