import { newId } from '@commerce/service-kit/ids.ts';
import { normalizeEmail } from '../domain/email.ts';
import { hashPassword } from '../domain/password.ts';
import type { PrismaClient } from './prisma.ts';

/** Creates a person who signs in with that e-mail and password; an e-mail exists once. @returns the id */
export async function createPerson(
  prisma: PrismaClient,
  person: {
    id?: string;
    name: string;
    email: string;
    password: string;
    platformStaff?: boolean;
    language?: 'es' | 'en';
    createdAt: Date;
  },
): Promise<string> {
  const { password, email, id = newId('per'), ...rest } = person;
  const passwordHash = await hashPassword(password);
  await prisma.person.create({ data: { ...rest, id, email: normalizeEmail(email), passwordHash } });
  return id;
}
