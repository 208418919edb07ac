import { useLocation } from 'react-router';

/** The secret of the mailed link that opened the page: what stands behind the #. Empty without one. */
export function useMailedSecret(): string {
  return useLocation().hash.slice(1);
}
