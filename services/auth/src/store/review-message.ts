import type { ReviewMessage } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Prisma } from './prisma.ts';

/** Maximum number of messages of a review. */
export const MAX_MESSAGES = 200;

/** The messages of a review, oldest first. */
export async function reviewMessageList(
  { acrossStores }: Prisma,
  reviewId: string,
): Promise<ReviewMessage[]> {
  const rows = await acrossStores.reviewMessage.findMany({
    where: { reviewId },
    include: { author: { select: { name: true } } },
    orderBy: { id: 'asc' },
    take: MAX_MESSAGES,
  });
  return rows.map(({ id, content, createdAt, fromStaff, author }) => ({
    id,
    text: content,
    createdAtMs: createdAt.getTime(),
    fromStaff,
    authorName: author.name,
  }));
}

/** Number of messages of a review. */
export const reviewMessageCount = ({ acrossStores }: Prisma, reviewId: string): Promise<number> =>
  acrossStores.reviewMessage.count({ where: { reviewId } });

/** A message with its author's name. */
export const reviewMessageFind = ({ acrossStores }: Prisma, id: string) =>
  acrossStores.reviewMessage.findFirst({ where: { id }, include: { author: { select: { name: true } } } });

/** Adds a message. */
export async function reviewMessageInsert(
  { acrossStores }: Prisma,
  message: {
    id: string;
    reviewId: string;
    authorId: string;
    fromStaff: boolean;
    content: string;
    createdAt: Date;
  },
): Promise<void> {
  await acrossStores.reviewMessage.create({ data: message });
}

/** Maximum number of staff members that receive a message of a developer. */
const MAX_STAFF = 20;

/** The staff members who wrote about a review; all of them until one has. */
export async function reviewStaffList({ acrossStores }: Prisma, reviewId: string): Promise<string[]> {
  const wrote = await acrossStores.person.findMany({
    where: { platformStaff: true, reviewMessages: { some: { reviewId } } },
    select: { id: true },
    take: MAX_STAFF,
  });
  if (wrote.length > 0) return wrote.map(({ id }) => id);
  const all = await acrossStores.person.findMany({
    where: { platformStaff: true },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: MAX_STAFF,
  });
  return all.map(({ id }) => id);
}
