import { useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { useCover } from '../../settings/cover.ts';
import { FocalPointDialog } from '../../settings/focal-point.tsx';
import { gridKeys } from '../grid-keys.ts';
import type { PhotoMoves } from '../moves/photo-moves.ts';
import type { Ticked } from '../ticked.ts';
import type { PhotoChange } from '../work/photo-change.ts';
import type { PhotoWork } from '../work/photo-work.ts';
import { BulkBar } from './bulk-bar.tsx';
import { DeletePhotos } from './delete-photos.tsx';
import { FeatureDialog } from './feature-dialog.tsx';
import { MoveToChapterDialog } from './move-dialog.tsx';
import { PhotoActions, type TickedActs } from './photo-actions.tsx';

/** The acts that open a dialog first. */
type Question = 'delete' | 'feature' | 'chapter' | 'focus';

interface Props {
  session: SessionDetails;
  items: StudioPhoto[];
  ticked: Ticked;
  work: PhotoWork;
  moves: PhotoMoves;
  onSelectAll: () => void;
  onCompare: (ids: string[]) => void;
}

/** The bar for the ticked photos of a list, its keys and its dialogs. */
export function TickedPhotos({ session, items, ticked, work, moves, onSelectAll, onCompare }: Props) {
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const toggleCover = useCover(session, work.setOutcome);
  useKeys(gridKeys, {
    selectAll: onSelectAll,
    remove: () => {
      if (ticked.ids.length > 0 && !work.progress) setQuestion('delete');
    },
  });
  const { ids, clear } = ticked;
  const [singlePhoto] = ids.length === 1 ? items.filter((photo) => ticked.has(photo.id)) : [];
  const edit = (values: PhotoChange) => {
    close();
    void work.edit(ids, values, clear);
  };
  /** Closes the dialog, waits for the act, and unticks the photos if all was done. */
  const settle = async (act: Promise<boolean>) => {
    close();
    if (await act) clear();
  };
  const isCover = singlePhoto !== undefined && singlePhoto.id === session.cover_id;
  const acts: TickedActs = {
    edit,
    compare: ids.length >= 2 && ids.length <= 4 ? () => onCompare(ids) : undefined,
    toChapter: () => setQuestion('chapter'),
    move: (direction) => void moves.moveTowards(ids, direction),
    feature: () => setQuestion('feature'),
    remove: () => setQuestion('delete'),
    cover: singlePhoto && {
      isChosen: isCover,
      toggle: () => void settle(toggleCover(singlePhoto)),
      setFocalPoint: () => setQuestion('focus'),
    },
  };
  return (
    <>
      <BulkBar
        selected={ids.length}
        progress={work.progress}
        outcome={work.outcome}
        onDismiss={() => work.setOutcome(undefined)}
        onClear={clear}
      >
        <PhotoActions acts={acts} isFeatured={items.some((photo) => photo.category !== null && ticked.has(photo.id))} />
      </BulkBar>
      {question === 'feature' && (
        <FeatureDialog photos={ids.length} onConfirm={(category) => edit({ category })} onClose={close} />
      )}
      {question === 'chapter' && (
        <MoveToChapterDialog
          session={session}
          photos={ids.length}
          onMove={(to) => settle(moves.toChapter(ids, to))}
          onClose={close}
        />
      )}
      {question === 'focus' && singlePhoto && (
        <FocalPointDialog
          session={session.id}
          photo={singlePhoto}
          onSaved={() => {
            close();
            work.setOutcome({
              tone: 'success',
              text: `The focal point of ${isolated(singlePhoto.file_name)} is saved.`,
            });
          }}
          onClose={close}
        />
      )}
      {question === 'delete' && (
        <DeletePhotos
          name={singlePhoto ? singlePhoto.file_name : formatPhotoCount(ids.length)}
          count={ids.length}
          onConfirm={() => settle(work.trash(ids))}
          onClose={close}
        />
      )}
    </>
  );
}
