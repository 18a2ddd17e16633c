/** Characters of a name's end that are never cut: a counter and what programs add to it, with the ending. */
const kept = 12;

/**
 * A file's name on one line. Where it does not fit, its middle is cut and not its end: names of one session begin alike.
 */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  const letters = Array.from(name);
  const start = letters.slice(0, -kept).join('');
  return (
    <span dir="auto" title={name} className={`flex min-w-0 overflow-hidden whitespace-pre ${className}`}>
      {start && <span className="truncate">{start}</span>}
      {letters.slice(-kept).join('')}
    </span>
  );
}
