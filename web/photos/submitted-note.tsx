const words = 'text-sm whitespace-pre-line [overflow-wrap:anywhere]';

/** The note of a photo as it was submitted, and what the client has made of it since. */
export function SubmittedNote({
  note,
  note_now,
}: {
  note: string;
  /** Null where it is the same. */
  note_now: string | null;
}) {
  return (
    <>
      {note && (
        <p dir="auto" className={`mt-2 ${words}`}>
          {note}
        </p>
      )}
      {note_now !== null && (
        <p dir="auto" className={`mt-2 ${words}`}>
          <span className="font-semibold text-amber-ink">
            {note === '' ? 'Noted since: ' : note_now === '' ? 'Removed since.' : 'Changed since: '}
          </span>
          {note_now}
        </p>
      )}
    </>
  );
}
