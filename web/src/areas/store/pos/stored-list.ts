import type { CartOwner } from './cart.ts';

/** List of a person in a store, in this browser. @param name names it among the lists of the browser */
export const storedList = <Entry>(name: string) => {
  const keyOf = ({ store, person }: CartOwner) => `pos ${name} ${store} ${person}`;
  return {
    /** The entries; none when they cannot be read. */
    load: (owner: CartOwner): Entry[] => {
      try {
        return JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]') as Entry[];
      } catch {
        return [];
      }
    },
    /** @throws when the browser cannot store them */
    save: (owner: CartOwner, entries: readonly Entry[]): void =>
      localStorage.setItem(keyOf(owner), JSON.stringify(entries)),
  };
};
