/** Characters of a name's end that are never cut: what programs add to it, with the ending. */
const kept = 12;
/** Digits of a counter that are never cut, the last ones. */
const counted = 6;
/** A day is the same in the names of a session. */
const days = /(?:19|20)\d\d([-_.]?)(?:0\d|1[0-2])\1(?:[0-2]\d|3[01])/g;

/**
 * A file's name on one line. Where it does not fit, it is cut before its counter and before its end: names of one session
 * begin alike, and what was made of them ends alike.
 */
export function FileName({ name, className = '' }: { name: string; className?: string }) {
  return (
    <span dir="auto" title={name} className={`flex min-w-0 overflow-hidden whitespace-pre ${className}`}>
      {partsOf(name).map(({ text, start, isKept }) =>
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

/** Returns the parts of a name that can be cut, and those that tell it apart. */
function partsOf(name: string) {
  const end = name.length - Array.from(name).slice(-kept).join('').length;
  const [from, to] = counterIn(name, end);
  const cuts = to < end ? [0, from, to, end] : [0, from];
  return cuts
    .map((start, at) => ({ text: name.slice(start, cuts[at + 1]), start, isKept: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Where the last counter before the end of a name begins and ends; without one, where its end does. */
function counterIn(name: string, end: number): [from: number, to: number] {
  const undated = name.replace(days, (day) => '-'.repeat(day.length));
  const counter = [...undated.matchAll(/\p{Nd}{2,}/gu)].findLast(({ index }) => index < end);
  if (!counter) return [end, end];
  const to = counter.index + counter[0].length;
  return [Math.min(end, Math.max(counter.index, to - counted)), to];
}
