import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import type { PhotoMoves } from '../grid/moves/photo-moves.ts';
import { ChapterLinks } from './chapter-links.tsx';
import { ChapterNameDialog } from './chapter-name-dialog.tsx';
import { useChapters, withChapterAt } from './chapters.ts';
import { ShownChapter } from './shown-chapter.tsx';

/**
 * The session's chapters: links that show one chapter's photos, to which photos and chapters can be dragged, and the buttons for
 * the chapter that is shown.
 */
export function ChapterBar({
  session,
  shown,
  moves,
}: {
  session: SessionDetails;
  shown: ChapterFilter | undefined;
  moves: PhotoMoves;
}) {
  const [isNaming, setNaming] = useState(false);
  const [error, setError] = useState<string>();
  const saveChapters = useChapters(session);
  const chapter = session.chapters.find(({ id }) => id === shown);
  const deletedName = (useLocation().state as { deletedChapter?: string } | null)?.deletedChapter;
  /** Saves the chapters; resolves to whether it succeeded. */
  const save = async (change: Parameters<typeof saveChapters>[0]) => {
    setError(undefined);
    try {
      await saveChapters(change);
      return true;
    } catch (cause) {
      setError(`The chapters were not saved. ${messageOf(cause)}`);
      return false;
    }
  };
  const moveChapter = (id: string, nextId: string | undefined) =>
    save((chapters) => {
      const unmoved = chapters.filter((other) => other.id !== id);
      const position = unmoved.findIndex((other) => other.id === nextId);
      return withChapterAt(chapters, id, position < 0 ? unmoved.length : position);
    });
  const isFull = session.chapters.length >= limits.chaptersPerSession;
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-2">
        {session.chapters.length > 0 && (
          <ChapterLinks session={session} shown={shown} onPhotos={moves.toChapter} onMove={moveChapter} />
        )}
        <Button
          look="quiet"
          className={session.chapters.length > 0 ? 'max-md:-ml-3' : '-ml-3'}
          disabled={isFull}
          title={isFull ? `A session can have at most ${limits.chaptersPerSession} chapters.` : undefined}
          onClick={() => setNaming(true)}
        >
          <Plus className="size-4" />
          New chapter
        </Button>
      </div>
      {error && (
        <div className="mt-2">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      {deletedName && (
        <div className="mt-2">
          <Notice tone="success">The chapter “{deletedName}” is deleted.</Notice>
        </div>
      )}
      {chapter && <ShownChapter key={chapter.id} session={session} chapter={chapter} moves={moves} onSave={save} />}
      {isNaming && (
        <ChapterNameDialog
          title="New chapter"
          draft={`new chapter ${session.id}`}
          name=""
          onSave={(name) => saveChapters((chapters) => [...chapters, { id: null, name }])}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}
