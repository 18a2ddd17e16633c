/**
 * Spreads a whole number over weights by the method of the largest remainder: each gets its exact share rounded down,
 * and the units that are left go to the largest remainders, the first of equal ones first. The shares sum to the total.
 * @param total a whole number that is not negative
 * @param weights whole numbers that are not negative, with one above 0 unless the total is 0
 * @throws RangeError for other numbers
 */
export function spread(total: number, weights: readonly (number | bigint)[]): number[] {
  // Products of cents and weights are beyond the integers that a number holds exactly.
  const [whole, parts] = [BigInt(total), weights.map((weight) => BigInt(weight))];
  const sum = parts.reduce((added, part) => added + part, 0n);
  if (whole < 0n || parts.some((part) => part < 0n)) throw new RangeError('A negative number can’t be spread.');
  if (whole === 0n) return parts.map(() => 0);
  if (sum === 0n) throw new RangeError('A number can’t be spread over nothing.');
  const shares = parts.map((part) => Number((whole * part) / sum));
  const remainders = parts.map((part) => (whole * part) % sum);
  const left = total - shares.reduce((added, share) => added + share, 0);
  const byRemainder = [...parts.keys()].toSorted(
    (a, b) => Number(remainders[b]! > remainders[a]!) - Number(remainders[b]! < remainders[a]!) || a - b,
  );
  for (const index of byRemainder.slice(0, left)) shares[index]! += 1;
  return shares;
}
