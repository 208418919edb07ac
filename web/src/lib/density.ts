import { useSyncExternalStore } from 'react';

/** Heights of the rows of lists. */
export const DENSITIES = ['comfortable', 'compact'] as const;

export type Density = (typeof DENSITIES)[number];

const STORAGE_KEY = 'density';
const listeners = new Set<() => void>();

const current = (): Density =>
  document.documentElement.dataset['density'] === 'compact' ? 'compact' : 'comfortable';

/** Applies the density chosen before in this browser: it depends on the screen, not on the person. */
export function startDensity(): void {
  document.documentElement.dataset['density'] = localStorage.getItem(STORAGE_KEY) ?? 'comfortable';
}

/** Density of lists, and its setter. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
  const set = (chosen: Density) => {
    document.documentElement.dataset['density'] = chosen;
    localStorage.setItem(STORAGE_KEY, chosen);
    for (const listener of listeners) listener();
  };
  return [density, set];
}
