import { emptyCart, loadCart, saveCart, type CartOwner } from './cart.ts';
import { useStoredList } from './use-stored-list.ts';
import { loadWaiting, saveWaiting, type WaitingSale } from './waiting.ts';

/** Waiting sales of a person, which the browser stores. */
export function useWaiting(owner: CartOwner) {
  const { list, change, reload } = useStoredList(
    () => loadWaiting(owner),
    (sales) => saveWaiting(owner, sales),
  );
  const isStored = (key: string): boolean => loadWaiting(owner).some((sale) => sale.key === key);
  const remove = (key: string): boolean => change((sales) => sales.filter((sale) => sale.key !== key));
  return {
    list,
    reload,
    isStored,
    remove,
    /** @returns false, with a message, if the browser cannot store it */
    add: (sale: WaitingSale): boolean => change((sales) => [...sales, sale]),
    /** Keeps a sale with the reason why it was refused. */
    refuse: (key: string, refusal: string): boolean =>
      change((sales) => sales.map((sale) => (sale.key === key ? { ...sale, refusal } : sale))),
    /** Forgets a sale that was made, after its cart, which could be sold again. */
    removeSold: (key: string): void => {
      const cart = loadCart(owner);
      if (cart?.sendingKey === key) saveCart(owner, emptyCart(cart.shopId));
      remove(key);
    },
    /** Forgets a refused sale. @returns false if it is not stored any more, or cannot be removed */
    discard: (key: string): boolean => {
      if (isStored(key)) return remove(key);
      reload();
      return false;
    },
  };
}
