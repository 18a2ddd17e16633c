import type { ChapterFilter, PhotoFilter } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { ButtonLink } from '../../../../../ui/button.tsx';
import { keepScroll } from '../../../../../ui/navigation/restore-scroll.ts';
import { Empty } from '../../../../../ui/status/notice.tsx';
import { uploadPath } from '../../../uploads/upload-path.ts';
import type { Listed } from './photo-list.ts';

const emptyFilterTexts: Record<Exclude<PhotoFilter, 'all'>, string> = {
  favorites: 'The client has no favorites in this session yet.',
  noted: 'The client has written no note in this session yet.',
  hidden: 'No photo of this session is hidden from the client.',
  undownloadable: 'The client may download every photo of this session.',
  placed: 'No photo of this session is ordered by hand.',
  proof: 'Every photo of this session is finished.',
  finished: 'No photo of this session is finished yet.',
  stars_1: 'No photo of this session has stars yet. In a photo, the keys 1 to 5 give them.',
  stars_2: 'No photo of this session has 2 stars or more.',
  stars_3: 'No photo of this session has 3 stars or more.',
  stars_4: 'No photo of this session has 4 stars or more.',
  stars_5: 'No photo of this session has 5 stars.',
};
const emptyChapterText = (chapter: ChapterFilter) =>
  chapter === 'none'
    ? 'Every photo is in a chapter.'
    : 'There are no photos in this chapter yet. Drag photos to its name above, or select some and move them.';

/** Text in place of an empty list that says why it has no photo, with a link to photos. */
export function NoPhotos({
  session,
  listed: { show, chosenIn, chapter },
}: {
  session: SessionDetails;
  listed: Listed;
}) {
  if (chosenIn !== undefined || chapter !== undefined || show !== 'all') {
    return (
      <Empty
        action={
          <ButtonLink look="secondary" to={{ search: '' }} replace state={keepScroll}>
            All photos
          </ButtonLink>
        }
      >
        {chosenIn !== undefined
          ? 'Nothing is chosen in this selection yet.'
          : chapter === undefined
            ? emptyFilterTexts[show as Exclude<PhotoFilter, 'all'>]
            : emptyChapterText(chapter)}
      </Empty>
    );
  }
  return (
    <Empty
      action={
        <ButtonLink look="secondary" to={uploadPath(session.customer_id, session.id)}>
          Upload Photos
        </ButtonLink>
      }
    >
      No photos in this session.
    </Empty>
  );
}
