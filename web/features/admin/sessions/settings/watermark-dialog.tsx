import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { useWatch } from 'react-hook-form';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { Session, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { derivativePath, type Variant, variantSize } from '#shared/photos/media.ts';
import { watermarkLayout, watermarkLook, watermarkOffset, watermarkTile } from '#shared/photos/watermark.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../../forms/edit-form.tsx';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { ImageAccessContext } from '../../../../photos/image/image-access.ts';
import { useStudio } from '../../../../ui/content.tsx';
import { CheckboxField } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { editSession, sessionQuery } from '../api.ts';
import { photoCountsQuery, photosQuery } from '../grid/api.ts';
import { unmarkableReasons } from '../grid/unmarkable.ts';
import { toSettings, toWatermark, WatermarkFields, WatermarkSettings, watermarkFields } from './watermark-fields.tsx';

/** Dialog for the watermark on a session's proofs, with a preview on one of its photos. */
export default function WatermarkDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  const { name } = useStudio();
  return (
    <Dialog title="Watermark on proofs" onClose={onClose}>
      <EditForm<Session, typeof WatermarkSettings>
        schema={WatermarkSettings}
        row={session}
        valuesOf={({ watermark }) => toSettings(watermark)}
        labels={watermarkFields}
        wordsFor={(field, value) => (field === 'opacity' ? `${value}%` : undefined)}
        draft={`watermark ${session.id}`}
        describe={(error) => `The watermark was not saved. ${messageOf(error)}`}
        send={(values, version) =>
          editSession(session.id, { watermark: values.is_on ? toWatermark(values, name) : null, version })
        }
        onSaved={(saved, hasTaken) => {
          overwrite(queries, sessionQuery(session.id).queryKey, saved as SessionDetails);
          void queries.invalidateQueries({ queryKey: photoCountsQuery(session.id).queryKey });
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            Save watermark
          </DialogActions>
        )}
      >
        <CheckboxField
          name="is_on"
          label={watermarkFields.is_on}
          hint={`Clients and guests then get proofs only with it; downloads of proofs have it too, and are in web size only. Files for download are held back, and come again when it is off. Proofs leave the public gallery; pictures of your website that were taken from them stay. Finished photos are clean. When all are marked, addresses of clean proofs that someone has kept stop working within a few minutes, download links within ${limits.downloadLinkMinutes}.`}
        />
        <Preview session={session} />
        <WatermarkFields />
      </EditForm>
    </Dialog>
  );
}

/** The size of a common photo, whose shape the preview has while the session has no photo. */
const noPhoto = { width: 6_000, height: 4_000 };

function Preview({ session }: { session: SessionDetails }) {
  const { name } = useStudio();
  const values = useWatch<WatermarkSettings>() as WatermarkSettings;
  const { state } = use(ImageAccessContext);
  const photos = useInfiniteQuery(photosQuery(session.id)).data?.pages[0]?.items ?? [];
  // Prefer a photo that the stored watermark can't be on, because the studio has to decide about it.
  const photo = photos.find(({ unmarkable }) => unmarkable) ?? photos[0];
  const box = variantSize(photo ?? noPhoto, 'medium');
  const watermark = toWatermark(values, name);
  const reason = values.is_on && photo && reasonFor(photo, watermark, session.watermark);
  return (
    <figure className="flex flex-col gap-2">
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={values.is_on ? 'A photo with the watermark' : 'A photo without a watermark'}
        className="max-h-64 w-full bg-petal"
      >
        {photo && state === 'open' && <image href={derivativePath(photo.media_path, 'medium')} {...box} />}
        {values.is_on && <WatermarkPattern watermark={watermark} box={box} />}
      </svg>
      <figcaption className={`text-xs ${reason ? 'font-semibold text-amber-ink' : 'text-mute'}`}>
        {reason ?? (values.is_on ? 'As clients see proofs.' : 'Clients see proofs without a watermark.')}
      </figcaption>
    </figure>
  );
}

/**
 * Returns why a watermark can't be on a photo, as far as that can be told before rendering it.
 * @param saved the session's stored watermark
 */
function reasonFor(photo: StudioPhoto, watermark: Watermark, saved: Watermark | undefined): string | undefined {
  const variants: Variant[] = watermark.clean_thumbnails ? ['large', 'medium'] : ['large', 'medium', 'small'];
  const isWhole = variants.every((variant) => watermarkLayout(watermark, variantSize(photo, variant)).isWhole);
  if (!isWhole) return unmarkableReasons.small;
  const isSaved = JSON.stringify(watermark) === JSON.stringify(saved);
  return photo.unmarkable && isSaved ? unmarkableReasons[photo.unmarkable] : undefined;
}

function WatermarkPattern({ watermark, box }: { watermark: Watermark; box: { width: number; height: number } }) {
  const tile = watermarkTile(watermark, watermarkLayout(watermark, box));
  const { width, height, shapes, places, opacity } = tile;
  const { x, y } = watermarkOffset(tile, box);
  return (
    <>
      <pattern id="watermark" x={-x} y={-y} width={width} height={height} patternUnits="userSpaceOnUse">
        <g opacity={opacity} {...watermarkLook}>
          {places.map((place) => (
            <g key={place} transform={place}>
              {shapes.map(({ path, transform, stroke }) => (
                <path key={transform + path} d={path} transform={transform} strokeWidth={stroke} />
              ))}
            </g>
          ))}
        </g>
      </pattern>
      <rect {...box} fill="url(#watermark)" />
    </>
  );
}
