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
 * The session's chapters: links that show one chapter's photos, to which photos can be dragged, and which can be
 * dragged to another place themselves; and the acts for the chapter that is shown.
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
  const deleted = (useLocation().state as { deletedChapter?: string } | null)?.deletedChapter;
  /** Resolves to whether the chapters were saved. */
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
  const placeAt = (id: string, before: string | undefined) =>
    save((chapters) => {
      const unmoved = chapters.filter((other) => other.id !== id);
      const place = unmoved.findIndex((other) => other.id === before);
      return withChapterAt(chapters, id, place < 0 ? unmoved.length : place);
    });
  const isFull = session.chapters.length >= limits.chaptersPerSession;
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-2">
        {session.chapters.length > 0 && (
          <ChapterLinks session={session} shown={shown} onPhotos={moves.toChapter} onPlace={placeAt} />
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
      {deleted && (
        <div className="mt-2">
          <Notice tone="success">The chapter “{deleted}” is deleted.</Notice>
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
