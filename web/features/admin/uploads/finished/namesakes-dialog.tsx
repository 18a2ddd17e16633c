import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';

/**
 * Returns the id of the photo that each file replaces. A name that several photos have replaces none of them, and each photo is
 * replaced once.
 */
export const replacedBy = (namesakes: ReadonlyMap<File, StudioPhoto[]>): Map<File, string> => {
  const takenIds = new Set<string>();
  return new Map(
    [...namesakes].flatMap(([file, photos]) => {
      const [photo] = photos;
      if (!photo || photos.length > 1 || takenIds.has(photo.id)) return [];
      takenIds.add(photo.id);
      return [[file, photo.id]];
    }),
  );
};

/** Dialog that asks once for all files whose names are in the session already. */
export function NamesakesDialog({
  namesakes,
  onReplace,
  onKeepBoth,
  onSkip,
  onClose,
}: {
  namesakes: ReadonlyMap<File, StudioPhoto[]>;
  onReplace: () => void;
  onKeepBoth: () => void;
  onSkip: () => void;
  onClose: () => void;
}) {
  const replacedCount = replacedBy(namesakes).size;
  const addedCount = namesakes.size - replacedCount;
  return (
    <Dialog
      title={
        namesakes.size === 1
          ? 'This name is there already'
          : `${formatCounted(namesakes.size, 'name')} are there already`
      }
      onClose={onClose}
    >
      <ul className="max-h-40 overflow-y-auto border-y border-line py-1 text-sm">
        {[...namesakes.keys()].map((file) => (
          <li dir="auto" key={`${file.name} ${file.size}`} className="py-0.5 [overflow-wrap:anywhere]">
            {file.name}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-mute">
        Replacing makes {namesakes.size === 1 ? 'it' : 'them'} finished: place, favorite, notes and choices stay with
        the photo, and the version before is kept for {limits.trashDays} days.
        {addedCount > 0 &&
          ` ${formatCounted(addedCount, 'file')} ${addedCount === 1 ? 'has' : 'have'} no photo of ${addedCount === 1 ? 'its' : 'their'} own to replace, and ${addedCount === 1 ? 'is' : 'are'} added.`}
      </p>
      <div className="dialog-foot mt-6">
        <Button look="quiet" className="mr-auto -ml-3" onClick={onClose}>
          Cancel
        </Button>
        <Button look="secondary" className="max-sm:flex-auto max-sm:px-4!" onClick={onSkip}>
          Skip
        </Button>
        <Button look="secondary" className="max-sm:flex-auto max-sm:px-4!" onClick={onKeepBoth}>
          Keep both
        </Button>
        {replacedCount > 0 && (
          <Button className="max-sm:basis-full" onClick={onReplace}>
            Replace
          </Button>
        )}
      </div>
    </Dialog>
  );
}
