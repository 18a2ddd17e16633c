import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { giveKeysBack, leaveByEscape } from '../../../../photos/lightbox/field-keys.ts';
import { PhotoText } from '../../../../photos/photo-note.tsx';
import { Star } from '../../../../ui/icons.tsx';
import { Key } from './culling-keys.tsx';
import type { useReplies } from './replies.ts';

/** Shows whether the open photo is the client's favorite, their note, and the field for the studio's reply. */
export function ClientFeedback({
  photo,
  customer,
  onReply,
}: {
  photo: StudioPhoto;
  /** The customer's name; null if the session has none. */
  customer: string | null;
  onReply: ReturnType<typeof useReplies>;
}) {
  return (
    <div className="border-t border-night-line py-3">
      <p className="text-xs font-semibold text-night-mute">{customer || 'Unknown'}</p>
      <p className="mt-1 flex items-center gap-2">
        <Star
          filled={photo.is_favorite}
          className={`size-5 ${photo.is_favorite ? 'text-brass-bright' : 'text-night-mute'}`}
        />
        {photo.is_favorite ? 'Favorite' : 'Not a favorite'}
      </p>
      {photo.note && (
        <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere] panel-below:line-clamp-2">
          “{photo.note}”
        </p>
      )}
      {(photo.note || photo.reply) && (
        // The field's own background is the panel's.
        // biome-ignore lint/a11y/noStaticElementInteractions: it only stops propagation
        <div
          data-reply-field=""
          onKeyDown={leaveByEscape}
          onBlur={giveKeysBack}
          className="mt-2 [--color-night:var(--color-night-raised)]"
        >
          <p className="flex items-center text-xs font-semibold text-night-mute">
            <span className="mr-auto">Studio</span>
            <Key>R</Key>
          </p>
          <PhotoText
            key={photo.id}
            name="reply"
            photo={photo}
            placeholder="Reply to the note..."
            look="dark"
            onSave={(reply, seen) => onReply(photo.id, reply, seen)}
          />
        </div>
      )}
    </div>
  );
}
