const textClasses = 'text-sm whitespace-pre-line [overflow-wrap:anywhere]';

/** The note of a photo as it was submitted, and the client's later change of it. */
export function SubmittedNote({
  note,
  note_now,
}: {
  note: string;
  /** The note now; null if it has not changed since. */
  note_now: string | null;
}) {
  return (
    <>
      {note && (
        <p dir="auto" className={`mt-2 ${textClasses}`}>
          {note}
        </p>
      )}
      {note_now !== null && (
        <p dir="auto" className={`mt-2 ${textClasses}`}>
          <span className="font-semibold text-amber-ink">
            {note === '' ? 'Noted since: ' : note_now === '' ? 'Removed since.' : 'Changed since: '}
          </span>
          {note_now}
        </p>
      )}
    </>
  );
}
