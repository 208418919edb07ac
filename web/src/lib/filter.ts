import { useLocation, useSearchParams } from 'react-router';

/** Time from the last key of a search until it is sent, in ms: longer than the pause between two keys of a fast typist. */
export const SEARCH_WAIT_MS = 100;

/**
 * Filter kept in the URL: its value (empty when not set), and its setter. A change gives the location the state, and
 * keeps the one that it has without it.
 */
export function useFilter(name: string, state?: string): [string, (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const set = (value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null || value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true, state: state ?? location.state },
    );
  return [params.get(name) ?? '', set];
}
