import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { dayOf } from '../../../../lib/dates.ts';
import { sizeWithin } from '../../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../../photos/image/photo-image.tsx';
import { FileName } from '../../../../ui/file-name.tsx';

/** The earlier versions of a photo, newest first, each with a button to put it back. */
export function Versions({ photo, onPutBack }: { photo: StudioPhoto; onPutBack: (version: string) => void }) {
  return (
    <div className="border-t border-night-line py-3">
      <h3 className="font-sans text-xs font-semibold text-night-mute">Earlier versions</h3>
      <ul>
        {photo.versions.map((version) => (
          <li key={version.id} className="mt-2 flex items-center gap-3">
            <span className="grid w-16 shrink-0 place-items-center">
              <span style={sizeWithin(version, 64, 48)}>
                <PhotoImage photo={version} alt="" sizes="64px" className="size-full" />
              </span>
            </span>
            <span className="min-w-0 flex-1">
              <FileName name={version.file_name} />
              <span className="block text-xs text-night-mute">
                {version.stage === 'proof' ? 'Proof' : 'Finished'}, kept until{' '}
                {dayOf(new Date(Date.parse(version.replaced_at) + limits.trashDays * 86_400_000).toISOString())}
              </span>
            </span>
            <button
              type="button"
              aria-label={`Put back ${version.file_name}`}
              onClick={() => onPutBack(version.id)}
              className="inline-link min-h-11 shrink-0 cursor-pointer font-semibold"
            >
              Put back
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
