/** Whether two whole numbers share no divisor. */
export function isCoprime(a: number, b: number): boolean {
  return b === 0 ? a === 1 : isCoprime(b, a % b);
}
