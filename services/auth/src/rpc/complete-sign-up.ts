import type {
  CompleteSignUpRequest,
  CompleteSignUpResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { MAX_DEMO_STORES } from '../domain/bounds.ts';
import { auditEntryInsert } from '../store/audit-entry.ts';
import { developerInsert } from '../store/developer.ts';
import { signUpDelete, type SignUpRecord } from '../store/sign-up.ts';
import { storeCountDemo, storeInsertForMerchant } from '../store/store.ts';
import { WRONG_CREDENTIALS } from '../use-cases/check-password.ts';
import { findSignUpByLink, useMailedLink } from '../use-cases/use-mailed-link.ts';
import {
  createIfNew,
  lockVisitor,
  signInVisitor,
  verifyLinkVisitor,
} from '../use-cases/verify-link-visitor.ts';

/** Creates the developer or the store of a sign-up. */
export const completeSignUp =
  (deps: Deps): Handler<CompleteSignUpRequest, CompleteSignUpResponse> =>
  async (_ctx, { token, proof }) => {
    if (!proof) throw invalid('proof', 'Is required.', 'missing');
    const signUp = await findSignUpByLink(deps, token);
    const { id, email, name, personId } = signUp;
    const visitor = await verifyLinkVisitor(deps, proof, { email, name, personId });
    if ('$case' in visitor) return { result: visitor, ...NOTHING };
    return deps.db.transaction(async (tx) => {
      if (!(await lockVisitor(tx, visitor))) return { result: WRONG_CREDENTIALS, ...NOTHING };
      await useMailedLink(tx, id, token);
      if (!(await signUpDelete(deps.prisma, id))) throw notFound();
      await createIfNew(deps.prisma, visitor);
      const created = await createTeam(deps, signUp, visitor.personId);
      return { result: await signInVisitor(deps, tx, visitor, proof.userAgent), ...created };
    });
  };

const NOTHING = { developerId: '', storeId: '' };

/** Creates what the sign-up names, owned by the person. */
async function createTeam(
  { prisma, clock }: Deps,
  { developerName, storeName }: SignUpRecord,
  personId: string,
): Promise<typeof NOTHING> {
  const at = new Date(clock.now());
  if (storeName !== null) {
    if ((await storeCountDemo(prisma, personId)) >= MAX_DEMO_STORES)
      throw conflict(
        'too_many_demo_stores',
        `A person owns at most ${MAX_DEMO_STORES} stores on the plan demo.`,
      );
    const storeId = await storeInsertForMerchant(prisma, { name: storeName, personId, at });
    await auditEntryInsert(prisma, { at, actorId: personId, action: 'store.created', subjectId: storeId });
    return { ...NOTHING, storeId };
  }
  const developerId = newId('dev');
  await developerInsert(prisma, { id: developerId, name: developerName!, createdAt: at }, personId);
  return { ...NOTHING, developerId };
}
