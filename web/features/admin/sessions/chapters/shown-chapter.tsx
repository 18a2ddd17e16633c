import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Chapter, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/layers/dialog.tsx';
import { keepScroll } from '../../../../ui/navigation/restore-scroll.ts';
import type { PhotoMoves } from '../grid/moves/photo-moves.ts';
import { ChapterNameDialog } from './chapter-name-dialog.tsx';
import { useChapters, withChapterAt } from './chapters.ts';

/** The name of the chapter whose photos are shown, with the buttons that change the chapter. */
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
  const position = session.chapters.indexOf(chapter);
  const photoCount = session.chapter_counts[chapter.id]?.photos_count ?? 0;
  const deleteChapter = async () => {
    close();
    if (photoCount > 0 && !(await moves.emptyChapter(chapter.id, photoCount))) return;
    if (!(await onSave((chapters) => chapters.filter(({ id }) => id !== chapter.id)))) return;
    setQuery(
      (query) => {
        query.delete('chapter');
        return query;
      },
      { replace: true, state: { ...keepScroll, deletedChapter: chapter.name } },
    );
  };
  return (
    <div className="mt-3 flex flex-wrap items-baseline gap-x-3">
      <h2 dir="auto" className="text-title [overflow-wrap:anywhere]">
        {chapter.name}
      </h2>
      <p className="text-sm text-mute tabular-nums">{formatPhotoCount(photoCount)}</p>
      <div className="ml-auto flex flex-wrap max-md:-ml-3">
        <Button look="quiet" onClick={() => setAsking('rename')}>
          Rename
        </Button>
        <Button
          look="quiet"
          disabled={position <= 0}
          onClick={() => onSave((chapters) => withChapterAt(chapters, chapter.id, position - 1))}
        >
          Move up
        </Button>
        <Button
          look="quiet"
          disabled={position >= session.chapters.length - 1}
          onClick={() => onSave((chapters) => withChapterAt(chapters, chapter.id, position + 1))}
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
      {asking === 'delete' && (
        <DeleteChapter name={chapter.name} photos={photoCount} onConfirm={deleteChapter} onClose={close} />
      )}
    </div>
  );
}

/** Dialog that confirms the deletion of a chapter, and says what happens to its photos. */
function DeleteChapter({
  name,
  photos,
  onConfirm,
  onClose,
}: {
  name: string;
  /** Number of photos in the chapter. */
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
