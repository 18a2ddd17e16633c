const inDigits = (count: number) => count.toLocaleString('en-US');
const characters = (count: number) => `${inDigits(count)} ${count === 1 ? 'character' : 'characters'}`;

/**
 * Shows how many characters are left once 90% of `limit` are used, or how many are too many. Counts the trimmed text.
 */
export function CharacterCount({
  text,
  limit,
  className = 'text-mute',
  tooLong = 'text-alert',
}: {
  text: string;
  limit: number;
  className?: string;
  /** The class name while the text is too long. */
  tooLong?: string;
}) {
  const length = text.trim().length;
  if (length < limit * 0.9) return null;
  return (
    <p className={`text-xs tabular-nums ${length > limit ? tooLong : className}`}>
      {length > limit ? `${characters(length - limit)} too many` : `${characters(limit - length)} left`} of{' '}
      {inDigits(limit)}
    </p>
  );
}
