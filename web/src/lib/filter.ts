import { useSearchParams } from 'react-router';

/** Time from the last key of a search until it is sent, in ms: longer than the pause between two keys of a fast typist. */
export const SEARCH_WAIT_MS = 100;

/** Filter kept in the URL: its value (empty when not set), and its setter. */
export function useFilter(name: string): [string, (value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const set = (value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null || value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [params.get(name) ?? '', set];
}
