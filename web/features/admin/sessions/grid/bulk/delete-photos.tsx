import { limits } from '#shared/limits.ts';
import { Confirm } from '../../../../../ui/layers/dialog.tsx';
import { keptAddresses } from '../../../kept-addresses.ts';

/** Dialog that confirms that photos move to the trash. */
export function DeletePhotos({
  name,
  count,
  onConfirm,
  onClose,
}: {
  /** The file name of a single photo, or the number of photos. */
  name: string;
  count: number;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Confirm
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      action="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {count === 1 ? 'It moves' : 'They move'} to this session’s trash and can be restored for {limits.trashDays}{' '}
        days. The client no longer sees {count === 1 ? 'it' : 'them'}. {keptAddresses}
      </p>
    </Confirm>
  );
}
