/** Returns when a session begins and ends: '1:00 to 7:00 PM', '10:30 AM to 2:00 PM', '1:00 PM'; '' for no time. */
export function sessionTime({ from, to }: { from: string | null; to: string | null }): string {
  if (from === null) return '';
  if (to === null) return clock(from, true);
  return `${clock(from, half(from) !== half(to))} to ${clock(to, true)}`;
}

const hoursOf = (time: string): number => Number(time.slice(0, 2));
const half = (time: string): string => (hoursOf(time) < 12 ? 'AM' : 'PM');
const clock = (time: string, withHalf: boolean): string =>
  `${hoursOf(time) % 12 || 12}:${time.slice(3, 5)}${withHalf ? ` ${half(time)}` : ''}`;
