import { use } from 'react';
import { cropPercent } from '#shared/photos/crop-percent.ts';
import type { PictureContent } from '#shared/website/website.ts';
import { ArrowRight } from '../../../ui/icons.tsx';
import type { Change } from './changes.ts';
import { PictureContext } from './pictures/picture-context.ts';
import { thumbnail, withoutPicture } from './pictures/picture-places.ts';

/** The list of changes: the former text struck through, above the new text; pictures beside each other. */
export function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <ul className="border-b border-line">
      {changes.map(({ path, where, before, after, pictures }) => (
        <li dir="auto" key={where} className="border-t border-line py-4 [overflow-wrap:anywhere]">
          <p className="text-xs font-semibold text-mute">{where}</p>
          {pictures && (
            <div className="mt-2 flex items-center gap-4">
              <ChangedPicture label="Before" path={path} picture={pictures.before} />
              <ArrowRight className="size-5 shrink-0 text-mute" />
              <ChangedPicture label="After" path={path} picture={pictures.after} />
            </div>
          )}
          {before && (
            <p className="mt-1 whitespace-pre-line">
              <span className="sr-only">Before: </span>
              <del className="text-alert">{before}</del>
            </p>
          )}
          {(after || !pictures) && (
            <p className="mt-1 whitespace-pre-line">
              <span className="sr-only">After: </span>
              {after ? <ins className="font-semibold text-leaf-deep no-underline">{after}</ins> : <em>removed</em>}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A picture in the shape of a card, cropped by its focal point. */
export function ChangedPicture({
  label,
  path,
  picture,
}: {
  label: string;
  path: string;
  picture: PictureContent | null;
}) {
  const builtIn = use(PictureContext).builtIn[path];
  const src = picture ? thumbnail(picture) : builtIn?.src;
  const alt = `${label}: ${picture ? picture.alt || 'not described' : (builtIn?.alt ?? withoutPicture(path))}`;
  if (!src) return <p className="w-40 text-sm text-mute">{alt}</p>;
  return (
    <img
      src={src}
      alt={alt}
      className="aspect-3/2 w-40 min-w-0 bg-petal object-cover"
      style={picture ? { objectPosition: `${picture.focus[0]}% ${cropPercent(picture, picture.focus[1])}%` } : {}}
    />
  );
}

export const countChanges = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;
