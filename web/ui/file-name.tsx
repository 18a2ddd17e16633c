/** The number of characters at a name's end that are never cut: additions by programs, with the extension. */
const endLength = 12;
/** The number of a counter's last digits that are never cut. */
const counterLength = 6;
/** A date. It is no counter, because it is the same in all names of a session. */
const datePattern = /(?:19|20)\d\d([-_.]?)(?:0\d|1[0-2])\1(?:[0-2]\d|3[01])/g;

/**
 * A file's name on one line. If it does not fit, it is cut before its counter and before its end, because the names
 * of a session begin alike, and additions at their end are alike.
 */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span dir="auto" title={name} className={`flex min-w-0 overflow-hidden whitespace-pre ${className}`}>
      {segmentsOf(name).map(({ text, start, isKept }) =>
        // A text beside an element of a flex row never gets narrower than itself.
        isKept ? (
          text
        ) : (
          <span key={start} className="truncate">
            {text}
          </span>
        ),
      )}
    </span>
  );
}

/** Returns the segments of a name: those that can be cut, and those that distinguish the name and are kept. */
function segmentsOf(name: string) {
  const end = name.length - Array.from(name).slice(-endLength).join('').length;
  const [from, to] = counterIn(name, end);
  const cuts = to < end ? [0, from, to, end] : [0, from];
  return cuts
    .map((start, index) => ({ text: name.slice(start, cuts[index + 1]), start, isKept: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/**
 * Returns the start and end of the last counter before the end of a name; without a counter, both are where the end
 * begins.
 */
function counterIn(name: string, end: number): [from: number, to: number] {
  const undated = name.replace(datePattern, (day) => '-'.repeat(day.length));
  const counter = [...undated.matchAll(/\p{Nd}{2,}/gu)].findLast(({ index }) => index < end);
  if (!counter) return [end, end];
  const to = counter.index + counter[0].length;
  return [Math.min(end, Math.max(counter.index, to - counterLength)), to];
}
