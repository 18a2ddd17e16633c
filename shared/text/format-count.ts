/**
 * Formats a count with thousands separators: '1,204'. Does not use Intl, whose first call takes as long as rendering a
 * row of photos on a slow phone.
 */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Formats a count of things whose plural ends in s: '1 pick', '1,204 picks'. */
export const formatCounted = (count: number, thing: string) =>
  `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
