import type { DataRequest } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Prisma } from './prisma.ts';

const MAX_SHOWN = 100;

/** Records a data request. */
export async function dataRequestInsert(
  prisma: Prisma,
  storeId: string,
  customerId: string,
  { requestId, requestedAtMs, requestedBy }: Pick<DataRequest, 'requestId' | 'requestedAtMs' | 'requestedBy'>,
): Promise<void> {
  const data = { storeId, customerId, requestId, requestedAt: new Date(requestedAtMs), requestedBy };
  await prisma.forStore(storeId).dataRequest.create({ data });
}

/** The newest data requests of a customer, newest first, each with its last download. */
export async function dataRequestList(
  prisma: Prisma,
  storeId: string,
  customerId: string,
): Promise<DataRequest[]> {
  const rows = await prisma.forStore(storeId).dataRequest.findMany({
    where: { customerId },
    include: { downloads: { orderBy: { downloadedAt: 'desc' }, take: 1 } },
    orderBy: [{ requestedAt: 'desc' }, { requestId: 'asc' }],
    take: MAX_SHOWN,
  });
  return rows.map(({ requestId, requestedAt, requestedBy, downloads: [last] }) => ({
    requestId,
    requestedAtMs: requestedAt.getTime(),
    requestedBy,
    downloadedAtMs: last?.downloadedAt.getTime(),
    downloadedBy: last?.downloadedBy ?? '',
  }));
}

/** Records a download of the file of a data request. @returns false when there is no such request */
export async function dataDownloadInsert(
  prisma: Prisma,
  storeId: string,
  { customerId, requestId }: { customerId: string; requestId: string },
  downloadedAt: Date,
  downloadedBy: string,
): Promise<boolean> {
  const store = prisma.forStore(storeId);
  if ((await store.dataRequest.count({ where: { customerId, requestId } })) === 0) return false;
  const data = { storeId, customerId, requestId, downloadedAt, downloadedBy };
  await store.dataDownload.createMany({ data });
  return true;
}
