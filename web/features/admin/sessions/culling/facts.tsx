import type { ReactNode } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { takenAt } from '../../../../lib/capture-time.ts';
import { timeOf } from '../../../../lib/dates.ts';
import { inBytes } from '../../../../lib/sizes.ts';

/** The available facts of the photo's file. */
export function Facts({ photo, session }: { photo: StudioPhoto; session: SessionDetails }) {
  const { camera, lens, seconds, aperture, iso, millimeters } = photo.exposure ?? {};
  const exposure = [
    seconds && (seconds < 1 ? `1/${Math.round(1 / seconds)} s` : `${seconds} s`),
    aperture && `f/${aperture}`,
    iso && `ISO ${iso}`,
    millimeters && `${millimeters} mm`,
  ]
    .filter(Boolean)
    .join(' · ');
  const facts: [string, ReactNode][] = [
    ['Taken', photo.captured_at && takenAt(photo.captured_at, session)],
    ['Camera', camera],
    ['Lens', lens],
    ['Exposure', exposure],
    ['Size', `${photo.width} × ${photo.height} · ${inBytes(photo.size)}${photo.is_hdr ? ' · HDR' : ''}`],
    ['Uploaded', timeOf(photo.uploaded_at)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t border-night-line pt-3 tabular-nums">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-night-mute">{name}</dt>
            <dd dir="auto" className="min-w-0 text-right [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}
