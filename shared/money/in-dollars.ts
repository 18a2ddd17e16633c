/** Formats US cents as '$125', '$1,250' or '$125.50'; '$–' when a field holds no amount. */
export function inDollars(cents: number): string {
  if (!Number.isFinite(cents)) return '$–';
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  });
}
