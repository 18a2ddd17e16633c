import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FocalPoint, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { PhotoImage } from '../../../../photos/image/photo-image.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { FocalPointField } from '../../focal-point-field.tsx';
import { editPhotos } from '../grid/api.ts';

/** The shapes in which a cover is cropped. */
const crops = [
  { name: 'Phone', className: 'aspect-3/2 w-36' },
  { name: 'Computer', className: 'aspect-video w-40' },
  { name: 'Gallery', className: 'aspect-6/5 w-24' },
];

/**
 * Dialog that sets a photo's focal point, by a click on the photo or with two sliders, beside the crops in which a cover is
 * shown.
 */
export function FocalPointDialog({
  session,
  photo,
  onSaved,
  onClose,
}: {
  session: string;
  photo: StudioPhoto;
  onSaved: () => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [focus, setFocus] = useState<FocalPoint>(photo.focus ?? { x: 50, y: 25 });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await editPhotos(session, { photo_ids: [photo.id], focus });
      void queries.invalidateQueries({ queryKey: ['photos', session] });
      onSaved();
    } catch (cause) {
      setError(`The focal point was not saved. ${messageOf(cause)}`);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Focal point" onClose={onClose}>
      <p className="text-mute">
        Click what must stay in sight wherever this photo is cropped as a cover, such as a face.
      </p>
      <div className="mt-4">
        <FocalPointField focus={focus} onChange={setFocus}>
          <div
            style={{
              aspectRatio: `${photo.width} / ${photo.height}`,
              height: `min(45dvh, ${(26 * photo.height) / photo.width}rem)`,
            }}
          >
            <PhotoImage photo={photo} alt={photo.file_name} sizes="28rem" className="size-full" />
          </div>
        </FocalPointField>
      </div>
      <div aria-hidden="true" className="mt-3 flex flex-wrap items-end gap-4">
        {crops.map(({ name, className }) => (
          <figure key={name}>
            <PhotoImage photo={{ ...photo, focus }} alt="" sizes="10rem" className={className} />
            <figcaption className="mt-1 text-xs text-mute">{name}</figcaption>
          </figure>
        ))}
      </div>
      {error && (
        <div className="mt-4">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} onClick={save}>
          Save focal point
        </Button>
      </div>
    </Dialog>
  );
}
