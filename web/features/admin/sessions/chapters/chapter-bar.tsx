import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { Button } from '../../../../ui/button.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import type { PhotoMoves } from '../grid/moves/photo-moves.ts';
import { ChapterLinks } from './chapter-links.tsx';
import { ChapterNameDialog } from './chapter-name-dialog.tsx';
import type { ChapterSaves } from './chapter-saves.ts';
import { ShownChapter } from './shown-chapter.tsx';

interface ChapterProps {
  session: SessionDetails;
  shown: ChapterFilter | undefined;
  moves: PhotoMoves;
  saves: ChapterSaves;
}

/** The session's chapters: links that show one chapter's photos, to which photos and chapters can be dragged. */
export function ChapterBar({ session, shown, moves, saves }: ChapterProps) {
  const [isNaming, setNaming] = useState(false);
  const isFull = session.chapters.length >= limits.chaptersPerSession;
  return (
    <div className="flex min-w-0 items-center gap-x-2 max-xl:w-full">
      {session.chapters.length > 0 && (
        <ChapterLinks session={session} shown={shown} onPhotos={moves.toChapter} onMove={saves.move} />
      )}
      <Button
        look="quiet"
        className={`shrink-0 ${session.chapters.length > 0 ? '' : 'px-0!'}`}
        disabled={isFull}
        title={isFull ? `A session can have at most ${limits.chaptersPerSession} chapters.` : 'New chapter'}
        onClick={() => setNaming(true)}
      >
        <Plus className="size-4" />
        {/* Beside chapters, a wide window leaves its room to them. */}
        <span className={session.chapters.length > 0 ? 'xl:sr-only' : ''}>New chapter</span>
      </Button>
      {isNaming && (
        <ChapterNameDialog
          title="New chapter"
          draft={`new chapter ${session.id}`}
          name=""
          onSave={saves.add}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}

/** Shows the outcome of the last change of the chapters, and the name of the shown chapter, with the buttons that change it. */
export function ChapterHead({ session, shown, moves, saves }: ChapterProps) {
  const chapter = session.chapters.find(({ id }) => id === shown);
  const deletedName = (useLocation().state as { deletedChapter?: string } | null)?.deletedChapter;
  return (
    <>
      {saves.error && (
        <div className="mt-2">
          <Notice tone="error">{saves.error}</Notice>
        </div>
      )}
      {deletedName && (
        <div className="mt-2">
          <Notice tone="success">The chapter “{deletedName}” is deleted.</Notice>
        </div>
      )}
      {chapter && (
        <ShownChapter key={chapter.id} session={session} chapter={chapter} moves={moves} onSave={saves.save} />
      )}
    </>
  );
}
