import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Chapter, SessionDetails } from '#shared/contract/sessions.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/layers/dialog.tsx';
import { samePlace } from '../../../../ui/navigation/restore-scroll.ts';
import type { PhotoMoves } from '../grid/moves/photo-moves.ts';
import { ChapterNameDialog } from './chapter-name-dialog.tsx';
import { useChapters, withChapterAt } from './chapters.ts';

/** The name of the chapter whose photos are shown, and its acts. */
export function ShownChapter({
  session,
  chapter,
  moves,
  onSave,
}: {
  session: SessionDetails;
  chapter: Chapter;
  moves: PhotoMoves;
  onSave: (change: Parameters<ReturnType<typeof useChapters>>[0]) => Promise<boolean>;
}) {
  const [asking, setAsking] = useState<'rename' | 'delete'>();
  const [, setQuery] = useSearchParams();
  const saveChapters = useChapters(session);
  const close = () => setAsking(undefined);
  const place = session.chapters.indexOf(chapter);
  const photos = session.chapter_counts[chapter.id]?.photos_count ?? 0;
  const remove = async () => {
    close();
    if (photos > 0 && !(await moves.emptyChapter(chapter.id, photos))) return;
    if (!(await onSave((chapters) => chapters.filter(({ id }) => id !== chapter.id)))) return;
    setQuery(
      (query) => {
        query.delete('chapter');
        return query;
      },
      { replace: true, state: { ...samePlace, deletedChapter: chapter.name } },
    );
  };
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-3">
      <h2 dir="auto" className="text-title [overflow-wrap:anywhere]">
        {chapter.name}
      </h2>
      <p className="text-sm text-mute tabular-nums">{formatPhotoCount(photos)}</p>
      <div className="ml-auto flex flex-wrap max-md:-ml-3">
        <Button look="quiet" onClick={() => setAsking('rename')}>
          Rename
        </Button>
        <Button
          look="quiet"
          disabled={place <= 0}
          onClick={() => onSave((chapters) => withChapterAt(chapters, chapter.id, place - 1))}
        >
          Move up
        </Button>
        <Button
          look="quiet"
          disabled={place >= session.chapters.length - 1}
          onClick={() => onSave((chapters) => withChapterAt(chapters, chapter.id, place + 1))}
        >
          Move down
        </Button>
        <Button look="danger" className="max-md:ml-3" onClick={() => setAsking('delete')}>
          Delete chapter
        </Button>
      </div>
      {asking === 'rename' && (
        <ChapterNameDialog
          title="Rename chapter"
          draft={`chapter ${chapter.id}`}
          name={chapter.name}
          onSave={(name) =>
            saveChapters((chapters) => chapters.map((other) => (other.id === chapter.id ? { ...other, name } : other)))
          }
          onClose={close}
        />
      )}
      {asking === 'delete' && <DeleteChapter name={chapter.name} photos={photos} onConfirm={remove} onClose={close} />}
    </div>
  );
}

/** Asks whether a chapter is deleted, and says what becomes of its photos. */
function DeleteChapter({
  name,
  photos,
  onConfirm,
  onClose,
}: {
  name: string;
  /** Number of photos in it. */
  photos: number;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Confirm
      title={
        <>
          Delete the chapter “<bdi>{name}</bdi>”?
        </>
      }
      action="Delete chapter"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {photos === 0
          ? 'It has no photos.'
          : `Its ${formatPhotoCount(photos)} ${photos === 1 ? 'stays' : 'stay'} in the session, in no chapter.`}
      </p>
    </Confirm>
  );
}
