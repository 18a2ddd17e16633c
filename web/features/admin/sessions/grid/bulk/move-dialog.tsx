import { useState } from 'react';
import { ChapterName, type SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { CharacterCount } from '../../../../../ui/fields/character-count.tsx';
import { Dialog } from '../../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../../ui/status/notice.tsx';
import { useChapters } from '../../chapters/chapters.ts';

const newChapter = 'new';
const noChapter = 'none';

/** Dialog for the chapter into which photos move; it can be a new chapter. */
export function MoveToChapterDialog({
  session,
  photos,
  onMove,
  onClose,
}: {
  session: SessionDetails;
  /** Number of photos. */
  photos: number;
  onMove: (chapter: string | null) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(session.chapters[0]?.id ?? newChapter);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const saveChapters = useChapters(session);
  const move = async () => {
    if (chosen !== newChapter) return onMove(chosen === noChapter ? null : chosen);
    const parsedName = ChapterName.safeParse(name);
    if (!parsedName.success) return setError(parsedName.error.issues[0]!.message);
    setBusy(true);
    setError(undefined);
    try {
      const { chapters } = await saveChapters((storedChapters) => [
        ...storedChapters,
        { id: null, name: parsedName.data },
      ]);
      onMove(chapters.at(-1)!.id);
    } catch (cause) {
      setError(`The chapter was not saved. ${messageOf(cause)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Move ${formatPhotoCount(photos)} to a chapter`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
        className="flex flex-col gap-5"
      >
        <fieldset className="max-h-[50dvh] overflow-y-auto">
          <legend className="sr-only">Chapter</legend>
          {optionsIn(session).map(({ value, label }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="chapter"
                checked={chosen === value}
                onChange={() => setChosen(value)}
                className="size-5 shrink-0 accent-leaf"
              />
              <span dir="auto" className="[overflow-wrap:anywhere]">
                {label}
              </span>
            </label>
          ))}
        </fieldset>
        {chosen === newChapter && <NewChapterName name={name} onChange={setName} />}
        {error && <Notice tone="error">{error}</Notice>}
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the options: the chapters, a new chapter unless the session has the most allowed, and no chapter. */
const optionsIn = ({ chapters }: SessionDetails): { value: string; label: string }[] => [
  ...chapters.map(({ id, name }) => ({ value: id, label: name })),
  ...(chapters.length < limits.chaptersPerSession ? [{ value: newChapter, label: 'A new chapter' }] : []),
  ...(chapters.length > 0 ? [{ value: noChapter, label: 'No chapter' }] : []),
];

/** The field for the name of a new chapter. */
function NewChapterName({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label className="flex flex-col gap-1.5 text-sm font-semibold">
        Chapter name
        <input
          value={name}
          onChange={(event) => onChange(event.target.value)}
          className="h-12 rounded-md border border-edge bg-white px-3.5 text-base font-normal"
        />
      </label>
      <CharacterCount text={name} limit={limits.chapterName} />
    </div>
  );
}
