import { useLocation } from 'react-router';

/** Secret of the emailed link that opened the page: the URL fragment. Empty without one. */
export function useMailedSecret(): string {
  return useLocation().hash.slice(1);
}
