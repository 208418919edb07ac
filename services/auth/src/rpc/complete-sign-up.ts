import type {
  CompleteSignUpRequest,
  CompleteSignUpResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { developerInsert } from '../store/developer.ts';
import { signUpDelete } from '../store/sign-up.ts';
import { findSignUpByLink, useMailedLink } from '../use-cases/use-mailed-link.ts';
import { createIfNew, signInVisitor, verifyLinkVisitor } from '../use-cases/verify-link-visitor.ts';

/** Creates the developer of a sign-up. */
export const completeSignUp =
  (deps: Deps): Handler<CompleteSignUpRequest, CompleteSignUpResponse> =>
  async (_ctx, { token, proof }) => {
    if (!proof) throw invalid('proof', 'Is required.', 'missing');
    const { id, email, name, developerName, personId } = await findSignUpByLink(deps, token);
    const visitor = await verifyLinkVisitor(deps, proof, { email, name, personId });
    if ('$case' in visitor) return { result: visitor, developerId: '' };
    const developerId = newId('dev');
    await deps.db.transaction(async (tx) => {
      await useMailedLink(tx, id, token);
      if (!(await signUpDelete(deps.prisma, id))) throw notFound();
      await createIfNew(deps.prisma, visitor);
      const createdAt = new Date(deps.clock.now());
      const developer = { id: developerId, name: developerName, createdAt };
      await developerInsert(deps.prisma, developer, visitor.personId);
    });
    return { result: await signInVisitor(deps, visitor, proof.userAgent), developerId };
  };
