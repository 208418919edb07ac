import { useParams } from 'react-router';
import { useSession } from '../../lib/session.tsx';

/** Id of the current developer. */
export function useDeveloper(): string {
  return useParams()['developer'] ?? '';
}

/** Ids of the current developer and app. */
export function useAppIds(): { developer: string; app: string } {
  const { developer = '', app = '' } = useParams();
  return { developer, app };
}

/** Reports whether the person owns the current developer account; client secrets, publication and the team need it. */
export function useIsOwner(): boolean {
  const developer = useDeveloper();
  return useSession().developers.some(({ id, role }) => id === developer && role === 'owner');
}
