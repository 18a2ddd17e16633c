import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EditPhotos, StudioPage, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import type { Website } from '#shared/website/website.ts';
import { useIsMounted } from '../../../../lib/browser/is-mounted.ts';
import { openPhotoOf } from '../../../../lib/browser/photo-address.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { favoriteAndNoteCountsKey } from '../../customers/api.ts';
import { keptAddresses, keptDownloads, keptPictures } from '../../kept-addresses.ts';
import { categoryName, publishedWebsite } from '../../website/published.ts';
import { sessionQuery, sessionsQuery } from '../api.ts';
import { editPhotos, photoCountsQuery, putBackVersion, restorePhotos, trashPhotos, trashQuery } from './api.ts';
import { reportLeftWork } from './left-work.ts';
import type { Outcome, Progress } from './outcome.ts';
import type { TakeBack } from './undo-history.ts';
import { isMeant, sayHeld, sayShown } from './unmarkable.ts';

export type PhotoChange = Omit<EditPhotos, 'photo_ids'>;

type Pages = InfiniteData<StudioPage, string | null>;

/**
 * Bulk actions on a session's photos, in batches of 100, that also update the cached lists. Batches completed before an
 * error are kept and reported; after the view was left, above the admin's other screens.
 */
export function usePhotoWork(session: string) {
  const queries = useQueryClient();
  const isMounted = useIsMounted();
  const [progress, showProgress] = useState<Progress>();
  const [outcome, showOutcome] = useState<Outcome>();
  const name = useQuery({ ...sessionQuery(session), enabled: false }).data?.session_name ?? '';

  const setProgress = useCallback(
    (progress: Progress) => {
      if (isMounted.current) showProgress(progress);
      else reportLeftWork(queries, { session: { id: session, name }, progress });
    },
    [isMounted, queries, session, name],
  );
  const setOutcome = useCallback(
    (outcome: Outcome | undefined) => {
      if (isMounted.current) showOutcome(outcome);
      else if (outcome) reportLeftWork(queries, { session: { id: session, name }, outcome });
    },
    [isMounted, queries, session, name],
  );

  const replace = useCallback(
    (change: (items: StudioPhoto[]) => StudioPhoto[]) =>
      overwrite<Pages>(
        queries,
        ['photos', session],
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
      ),
    [queries, session],
  );

  /**
   * Runs `act` for each batch of ids.
   * @returns whether all batches succeeded.
   */
  const work = useCallback(
    async (text: string, ids: string[], act: (some: string[]) => Promise<void>, retry: (rest: string[]) => void) => {
      setOutcome(undefined);
      let done = 0;
      try {
        for (; done < ids.length; done += limits.photosPerEdit) {
          setProgress({ text, done, total: ids.length });
          await act(ids.slice(done, done + limits.photosPerEdit));
        }
        return true;
      } catch (error) {
        const so = done > 0 ? `${formatPhotoCount(done)} of ${formatCount(ids.length)} are done. ` : '';
        setOutcome({
          tone: 'error',
          text: `${text} failed. ${so}${messageOf(error)}`,
          retry: () => retry(ids.slice(done)),
        });
        return false;
      } finally {
        showProgress(undefined);
        // Refetch the counts and the lists of other filters; counts only when they are in sight again.
        const refetchType = openPhotoOf(location.search) ? 'none' : 'active';
        void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey, refetchType });
        void queries.invalidateQueries({ queryKey: photoCountsQuery(session).queryKey, refetchType });
        void queries.invalidateQueries({ queryKey: ['photos', session], refetchType: 'inactive' });
        void queries.invalidateQueries({ queryKey: trashQuery(session).queryKey });
        void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        void queries.invalidateQueries({ queryKey: favoriteAndNoteCountsKey });
      }
    },
    [queries, session, setProgress, setOutcome],
  );

  /** The loaded photos by id. */
  const loaded = useCallback(() => {
    const lists = queries.getQueriesData<Pages>({ queryKey: ['photos', session] });
    const items = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
    return new Map(items.map((item) => [item.id, item]));
  }, [queries, session]);

  /** Edits photos without reporting success; `edited` gets them as they are now. */
  const change = useCallback(
    (ids: string[], values: PhotoChange, edited: Map<string, StudioPhoto>, retry: (rest: string[]) => void) =>
      work(
        doing(values),
        ids,
        async (some) => {
          for (const item of await editPhotos(session, { photo_ids: some, ...values })) edited.set(item.id, item);
          replace((list) => list.map((item) => edited.get(item.id) ?? item));
        },
        retry,
      ),
    [session, replace, work],
  );

  /** Gives photos their former values again, one value after the other. See TakeBack. */
  const undo = useCallback(
    async (reversals: Reversal[], text?: string, onDone?: () => void, edited = new Map<string, StudioPhoto>()) => {
      for (const [index, { ids, values }] of reversals.entries()) {
        const rest = reversals.slice(index + 1);
        const retry = (left: string[]) => void undo([{ ids: left, values }, ...rest], text, onDone, edited);
        if (!(await change(ids, values, edited, retry))) return;
      }
      const photos = [...edited.values()];
      const isHeld = reversals.some(mayShow) && sayHeld(photos) !== '';
      setOutcome(
        isHeld
          ? { tone: 'info', text: `Undone. ${sayShown(photos)}` }
          : { tone: 'success', text: text ?? `${formatPhotoCount(photos.length)} as before.` },
      );
      onDone?.();
    },
    [change, setOutcome],
  );

  /**
   * Edits photos. `onDone` is called when all photos are edited, by this attempt or a retry, with how to take it back
   * where that changes anything. `before` and `edited` are the photos before and after all attempts.
   */
  const edit = useCallback(
    async (
      ids: string[],
      values: PhotoChange,
      onDone: (takeBack?: TakeBack) => void,
      before = loaded(),
      edited = new Map<string, StudioPhoto>(),
    ) => {
      const retry = (rest: string[]) => void edit(rest, values, onDone, before, edited);
      if (!(await change(ids, values, edited, retry))) return;
      const photos = [...edited.values()];
      const reversals = reversalsOf(before, [...edited.keys()], values);
      const canUndo = reversals.length > 0;
      setOutcome({
        tone: mayShow({ values }) && sayHeld(photos) ? 'info' : 'success',
        text: done(values, photos, before, publishedWebsite(queries)),
        ...(canUndo && { undo: () => void undo(reversals) }),
      });
      onDone(canUndo ? (text, onUndone) => undo(reversals, text, onUndone) : undefined);
    },
    [change, loaded, undo, setOutcome, queries],
  );

  /** Adds photos to the session's number of photos, or takes them off; until it is fetched again. */
  const count = useCallback(
    (photos: StudioPhoto[], by: 1 | -1) =>
      overwrite<SessionDetails>(
        queries,
        sessionQuery(session).queryKey,
        (before) => before && withPhotos(before, photos, by),
      ),
    [queries, session],
  );

  /** Restores photos from the trash; resolves to whether all were restored. See TakeBack. */
  const restore = useCallback(
    async (ids: string[], text?: string, onDone?: () => void, restored: StudioPhoto[] = []) => {
      const act = async (some: string[]) => {
        const photos = await restorePhotos(session, some);
        count(photos, 1);
        restored.push(...photos);
      };
      const isDone = await work('Restoring', ids, act, (rest) => void restore(rest, text, onDone, restored));
      // Refetch: only the server knows the restored photos' positions. 'Restored' is said when the list shows them.
      await queries.invalidateQueries({ queryKey: ['photos', session] });
      if (isDone) {
        const isHeld = sayHeld(restored) !== '';
        const done = text ?? `${formatPhotoCount(ids.length)} restored.`;
        setOutcome({
          tone: isHeld ? 'info' : 'success',
          text: isHeld ? `${done} ${sayShown(restored)}` : done,
          ...(text === undefined && { undo: () => void trashAgain.current(ids) }),
        });
        onDone?.();
      }
      return isDone;
    },
    [queries, session, count, work, setOutcome],
  );

  /**
   * Moves photos to the trash; resolves to whether all were moved. `onDone` is called when they are, by this attempt or
   * a retry.
   */
  const trash = useCallback(
    async (ids: string[], onDone?: (takeBack: TakeBack) => void) => {
      const act = async (some: string[]) => {
        const gone = new Set(await trashPhotos(session, some));
        const photos = loaded();
        replace((items) => items.filter((item) => !gone.has(item.id)));
        count(
          [...gone].flatMap((id) => photos.get(id) ?? []),
          -1,
        );
      };
      const isDone = await work('Deleting', ids, act, (rest) => void trash(rest, onDone));
      if (isDone) {
        setOutcome({
          tone: 'success',
          text: `${formatPhotoCount(ids.length)} moved to the trash, and can be restored for ${limits.trashDays} days.`,
          undo: () => void restore(ids),
        });
        onDone?.((text, onUndone) => restore(ids, text, onUndone));
      }
      return isDone;
    },
    [session, loaded, replace, count, work, restore, setOutcome],
  );
  /** `trash` and `restore` undo each other. */
  const trashAgain = useRef(trash);
  useEffect(() => {
    trashAgain.current = trash;
  }, [trash]);

  /** Makes an earlier version of a photo the current one again; the current one can be put back in the same way. */
  const putBack = useCallback(
    async (id: string, version: string, onDone?: (takeBack?: TakeBack) => void, text?: string) => {
      const name = loaded().get(id)?.file_name ?? 'The photo';
      let after: StudioPhoto | undefined;
      const isDone = await work(
        `Putting back ${isolated(name)}`,
        [id],
        async () => {
          after = await putBackVersion(session, id, version);
          replace((list) => list.map((item) => (item.id === id ? after! : item)));
        },
        () => void putBack(id, version, onDone, text),
      );
      if (!isDone || !after) return;
      const [former] = after.versions;
      const held = sayHeld([after]);
      setOutcome({
        tone: held ? 'info' : 'success',
        text: `${text ?? `${isolated(name)} is as it was before.`} ${held}`.trim(),
        ...(former && text === undefined && { undo: () => void putBack(id, former.id) }),
      });
      onDone?.(former && ((said, onUndone) => putBack(id, former.id, onUndone, said)));
    },
    [session, work, loaded, replace, setOutcome],
  );

  const clearProgress = useCallback(() => showProgress(undefined), []);
  return { progress, setProgress, clearProgress, outcome, setOutcome, edit, trash, restore, putBack };
}

/** A session with so many photos more or less, in all and in their chapters. */
function withPhotos(session: SessionDetails, photos: StudioPhoto[], by: 1 | -1): SessionDetails {
  const chapter_counts = { ...session.chapter_counts };
  for (const { chapter_id } of photos) {
    const counts = chapter_id === null ? undefined : chapter_counts[chapter_id];
    if (chapter_id !== null && counts) {
      chapter_counts[chapter_id] = { ...counts, photos_count: counts.photos_count + by };
    }
  }
  return { ...session, photos_count: session.photos_count + by * photos.length, chapter_counts };
}

/** An edit that gives some photos a former value again. */
interface Reversal {
  ids: string[];
  values: PhotoChange;
}

/** The edits that undo a change: by former value, without photos that have the new value already. */
function reversalsOf(photos: Map<string, StudioPhoto>, ids: string[], change: PhotoChange): Reversal[] {
  return (['is_approved', 'downloadable', 'category', 'stage'] as const).flatMap((field) => {
    const value = change[field];
    if (value === undefined) return [];
    const former = (id: string) => {
      const photo = photos.get(id)!;
      // One that its watermark holds back was shown as well.
      return field === 'is_approved' ? isMeant(photo) : photo[field];
    };
    const changed = ids.filter((id) => photos.has(id) && former(id) !== value);
    const byValue = Map.groupBy(changed, former);
    return [...byValue].map(([former, some]) => ({ ids: some, values: { [field]: former } }));
  });
}

function doing({ is_approved, downloadable, category, stage }: PhotoChange): string {
  if (stage !== undefined) return stage === 'finished' ? 'Marking finished' : 'Marking as proofs';
  if (is_approved !== undefined) return is_approved ? 'Showing' : 'Hiding';
  if (downloadable !== undefined) return downloadable ? 'Allowing downloads' : 'Refusing downloads';
  return category === null ? 'Taking out of the public gallery' : 'Adding to the public gallery';
}

/** Whether a change may make photos visible, or leave them hidden until their watermark is on them. */
const mayShow = ({ values: { is_approved, stage } }: Pick<Reversal, 'values'>) =>
  is_approved === true || stage !== undefined;

/** What a change did to `photos`, which are as they are now; `before` are those before. */
function done(
  { is_approved, downloadable, category, stage }: PhotoChange,
  photos: StudioPhoto[],
  before: ReadonlyMap<string, StudioPhoto>,
  website: Website,
): string {
  const some = formatPhotoCount(photos.length);
  const [are, have] = photos.length === 1 ? ['is', 'has'] : ['are', 'have'];
  if (photos.length === 0) return 'These photos are not in this session any more.';
  if (stage === 'finished') {
    const freed = photos.filter((photo) => photo.is_approved && before.get(photo.id)?.awaits_mark);
    return `${some} ${are} finished. ${sayShown(freed)}`.trim();
  }
  if (stage === 'proof') {
    const proofs = photos.length === 1 ? '1 photo is a proof.' : `${some} are proofs.`;
    return `${proofs} ${sayHeld(photos)}`.trim();
  }
  if (is_approved === true) return sayShown(photos);
  if (is_approved === false) {
    return `${some} ${are} hidden from the client. ${keptAddresses}`;
  }
  if (downloadable === true) return `The client can download ${some}.`;
  if (downloadable === false) return `The client can’t download ${some}. ${keptDownloads}`;
  return category === null || category === undefined
    ? `${some} ${have} left the public gallery. ${keptPictures}`
    : `${some} will be in the public gallery, under ${categoryName(website, category)}, in a moment.`;
}
