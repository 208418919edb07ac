import { useParams } from 'react-router';

/** The id of the developer of the page. */
export function useDeveloper(): string {
  return useParams()['developer'] ?? '';
}

/** The ids of the developer and the app of the page. */
export function useAppIds(): { developer: string; app: string } {
  const { developer = '', app = '' } = useParams();
  return { developer, app };
}
