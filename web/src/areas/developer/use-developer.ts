import { useParams } from 'react-router';

/** Id of the current developer. */
export function useDeveloper(): string {
  return useParams()['developer'] ?? '';
}

/** Ids of the current developer and app. */
export function useAppIds(): { developer: string; app: string } {
  const { developer = '', app = '' } = useParams();
  return { developer, app };
}
