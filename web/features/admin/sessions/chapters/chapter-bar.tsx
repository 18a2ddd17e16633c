import { type DragEvent, type ReactNode, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import { type Chapter, ChapterName, type SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../../forms/kept-form.tsx';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/form.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { Confirm, Dialog } from '../../../../ui/layers/dialog.tsx';
import { samePlace } from '../../../../ui/navigation/restore-scroll.ts';
import { Notice } from '../../../../ui/status/notice.tsx';
import type { PhotoMoves } from '../grid/moves/photo-moves.ts';
import { draggedChapter, draggedPhotos, useChapters, withChapterAt, withoutChapter } from './chapters.ts';

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
  const others = withoutChapter(session);
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
      const rest = chapters.filter((one) => one.id !== id);
      const place = rest.findIndex((one) => one.id === before);
      return withChapterAt(chapters, id, place < 0 ? rest.length : place);
    });
  const isFull = session.chapters.length >= limits.chaptersPerSession;
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-center gap-x-2">
        {session.chapters.length > 0 && (
          <nav aria-label="Chapters" className="-ml-3 flex min-w-0 overflow-x-auto">
            <ChapterLink shown={undefined} isCurrent={shown === undefined} count={session.photos_count}>
              All chapters
            </ChapterLink>
            {session.chapters.map((one) => (
              <ChapterLink
                key={one.id}
                shown={one.id}
                isCurrent={one.id === shown}
                count={session.chapter_counts[one.id]?.photos_count ?? 0}
                onPhotos={(ids) => moves.toChapter(ids, one.id)}
                onChapter={(id) => placeAt(id, one.id)}
              >
                {one.name}
              </ChapterLink>
            ))}
            <ChapterLink
              shown="none"
              isCurrent={shown === 'none'}
              count={others}
              onPhotos={(ids) => moves.toChapter(ids, null)}
              onChapter={(id) => placeAt(id, undefined)}
            >
              No chapter
            </ChapterLink>
          </nav>
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
        <NameDialog
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

function ChapterLink({
  shown,
  isCurrent,
  count,
  onPhotos,
  onChapter,
  children,
}: {
  shown: ChapterFilter | undefined;
  isCurrent: boolean;
  count: number;
  /** Called with the photos that are dropped here. */
  onPhotos?: (ids: string[]) => void;
  /** Called with the chapter that is dropped before this one. */
  onChapter?: (id: string) => void;
  children: ReactNode;
}) {
  const [query] = useSearchParams();
  const [isOver, setOver] = useState(false);
  const search = new URLSearchParams(query);
  if (shown === undefined) search.delete('chapter');
  else search.set('chapter', shown);
  const accepts = ({ dataTransfer: { types } }: DragEvent) =>
    (onPhotos && types.includes(draggedPhotos)) || (onChapter && types.includes(draggedChapter));
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!accepts(event)) return;
    event.preventDefault();
    const photos = event.dataTransfer.getData(draggedPhotos);
    const chapter = event.dataTransfer.getData(draggedChapter);
    if (photos) onPhotos?.(photos.split('\n'));
    else if (chapter && chapter !== shown) onChapter?.(chapter);
  };
  return (
    <Link
      to={{ search: search.toString() }}
      replace
      state={samePlace}
      aria-current={isCurrent ? 'page' : undefined}
      draggable={shown !== undefined && shown !== 'none'}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedChapter, shown ?? '');
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex min-h-12 shrink-0 items-center gap-1.5 tab-line px-3 text-sm font-semibold text-mute hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:text-ink ${isOver ? 'bg-leaf-wash text-leaf-deep' : ''}`}
    >
      <span dir="auto" className="max-w-56 truncate">
        {children}
      </span>{' '}
      <span className="font-normal tabular-nums">{formatCount(count)}</span>
    </Link>
  );
}

/** Name and acts of the chapter whose photos are shown. */
function ShownChapter({
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
        <NameDialog
          title="Rename chapter"
          draft={`chapter ${chapter.id}`}
          name={chapter.name}
          onSave={(name) =>
            saveChapters((chapters) => chapters.map((one) => (one.id === chapter.id ? { ...one, name } : one)))
          }
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <Confirm
          title={
            <>
              Delete the chapter “<bdi>{chapter.name}</bdi>”?
            </>
          }
          action="Delete chapter"
          onConfirm={remove}
          onClose={close}
        >
          <p>
            {photos === 0
              ? 'It has no photos.'
              : `Its ${formatPhotoCount(photos)} ${photos === 1 ? 'stays' : 'stay'} in the session, in no chapter.`}
          </p>
        </Confirm>
      )}
    </div>
  );
}

const Naming = z.object({ name: ChapterName });

function NameDialog({
  title,
  draft,
  name,
  onSave,
  onClose,
}: {
  title: string;
  /** Names what is typed. */
  draft: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <KeptForm
        draft={draft}
        schema={Naming}
        defaultValues={{ name }}
        describe={(error) => `The chapter was not saved. ${messageOf(error)}`}
        onSubmit={async (values) => {
          await onSave(values.name);
          onClose();
        }}
      >
        <TextField name="name" label="Chapter name" hint="The client sees it, for example: Getting ready" />
        <DialogActions onClose={onClose}>Save chapter</DialogActions>
      </KeptForm>
    </Dialog>
  );
}
