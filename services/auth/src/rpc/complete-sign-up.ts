import type {
  CompleteSignUpRequest,
  CompleteSignUpResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { admitArrived, arrive, welcome } from '../people/arrive.ts';
import { useMailedLink } from '../people/mailed-link.ts';
import { signUpOf } from '../people/sign-up-of.ts';
import { addDeveloper } from '../store/developer-add.ts';
import { deleteSignUp } from '../store/sign-up-delete.ts';

/** Makes the developer of a sign-up. */
export function completeSignUp(deps: Deps): Handler<CompleteSignUpRequest, CompleteSignUpResponse> {
  return async (_ctx, { token, proof }) => {
    if (!proof) throw invalid('proof', 'Must be given.', 'missing');
    const { id, email, name, developer_name, person_id } = await signUpOf(deps, token);
    const arrived = await arrive(deps, proof, { email, name, personId: person_id });
    if ('$case' in arrived) return { result: arrived, developerId: '' };
    const developerId = newId('dev');
    await deps.database.transaction(async (tx) => {
      await useMailedLink(tx, id, token);
      if (!(await deleteSignUp(tx, id))) throw notFound();
      await admitArrived(tx, arrived);
      await addDeveloper(tx, {
        id: developerId,
        name: developer_name,
        personId: arrived.personId,
        createdAt: new Date(deps.clock.now()),
      });
    });
    return { result: await welcome(deps, arrived, proof.userAgent), developerId };
  };
}
