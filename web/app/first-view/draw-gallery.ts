import type { Opening } from '#shared/contract/opening.ts';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Gallery, GallerySession } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { sectionsOf } from '../../features/client/session/sections.ts';
import { galleryPosition, positionPrefix, sessionPosition } from '../../lib/browser/position-names.ts';
import { browserStorage, tabStorage } from '../../lib/browser/storage.ts';
import type { FirstView } from '../../lib/first-view.ts';
import { formatPhotoCount } from '../../photos/format-photo-count.ts';
import {
  belowImage,
  cardBox,
  cardHeight,
  cardTransform,
  columnWidth,
  inCard,
  layoutNow,
  remNow,
} from '../../photos/grid/grid-layout.ts';
import { placeCards } from '../../photos/grid/masonry.ts';
import { positionOf } from '../../photos/image/image-sources.ts';
import { sayStage } from '../../photos/say-stage.ts';
import {
  afterFrame,
  asCard,
  asCoverCard,
  cloneOf,
  nextTask,
  renderOver,
  requestCards,
  requestCover,
  requestCoverCards,
  setCover,
  setImage,
} from './draw.ts';
import { fill } from './fill.ts';

/** A client's page whose first screen is rendered: the gallery, or a session's page if it has that session's label. */
interface Page {
  session?: string;
}

/**
 * Requests the largest photos of the first screen. Rendering the screen takes a slow phone longer than their responses:
 * call this one task or microtask earlier, because an image's request starts at the end of the microtask that sets its
 * source.
 */
export function requestImages({ session }: Page, { gallery, first }: Opening): void {
  const { items } = gallery;
  const shownSession = items.find(({ id }) => id === first.session_id);
  const cover = shownSession?.cover ?? first.items[0];
  if (session === undefined && items.length > 1) requestCoverCards(items);
  else if (session === undefined) requestCards(first.items);
  else if (cover) requestCover(cover);
}

/**
 * Renders the first screen of the gallery, or of a session's page, from the templates of the document (templates.tsx)
 * over `#root`, where the application renders the same screen invisibly.
 * @returns the largest image; null if nothing was rendered: no photos, an unknown session, or the application restores
 * a scroll position.
 */
export async function renderGallery(
  view: FirstView,
  page: Page,
  { profile, gallery, first }: Opening,
): Promise<HTMLImageElement | null> {
  const root = document.getElementById('root');
  const isOwnPage = page.session !== undefined;
  if (root && !isOwnPage && gallery.items.length > 1) return renderCovers(root, view, profile.id, gallery);
  const session = gallery.items.find(({ id }) => id === first.session_id);
  if (!root || !session || first.items.length === 0) return null;
  const position = isOwnPage ? sessionPosition(session.id, profile.id, false) : galleryPosition(profile.id, false);
  if (Number(tabStorage.get(positionPrefix + position)) > 0) return null;
  const frame = cloneOf(isOwnPage ? sessionFrame(session) : galleryFrame);
  if (!frame) return null;

  if (browserStorage.get('gallery-explained') !== null) frame.querySelector('#first-visit')?.remove();
  if (session.client_words === '') frame.querySelector('[data-first-view-words]')?.remove();
  if (session.download_sizes.length === 0)
    for (const button of frame.querySelectorAll('[data-first-view-download]')) button.remove();
  if (!session.client_may_share)
    for (const button of frame.querySelectorAll('[data-first-view-share]')) button.remove();
  const stage = sayStage(first.items);
  if (!stage) frame.querySelector('[data-stage]')?.remove();
  const sections = sectionsOf(session);
  const values = {
    session: session.session_name,
    session_id: session.id,
    label: session.session_label,
    date: calendarDate(session.session_date),
    count: formatPhotoCount(session.photos_count),
    all: formatCount(session.photos_count),
    favorites: formatCount(session.favorites_count),
    words: session.client_words,
    end: session.end_line ?? '',
    stage: stage?.words ?? '',
    part: sections[0].name,
    part_id: sections[0].id,
  };
  const lists = [...frame.querySelectorAll('.jump-list')].map((list) => ({ list, link: list.firstElementChild }));
  for (const { list } of lists) list.replaceChildren();
  fill(frame, values);
  const links = sections.map(({ id, name, count }) => ({
    ...values,
    part_id: id,
    part: name,
    all: formatCount(count),
  }));
  for (const { list, link } of lists)
    list.append(...links.map((linkValues, index) => jumpLink(link, linkValues, index === 0)));

  const list = frame.querySelector<HTMLElement>('[data-first-view-list]');
  const cover = frame.querySelector<HTMLImageElement>('header img');
  if (cover) setCover(cover, session.cover ?? first.items[0]!);
  renderOver(root, frame, view);
  // Where the cards stand is measured, which lays the frame out: half of the work, in a task of its own.
  await nextTask();
  const image = list && !view.ended ? renderCards(list, first.items) : null;
  return cover ?? image;
}

/**
 * Renders the covers of several sessions.
 * @returns the first image
 */
function renderCovers(root: HTMLElement, view: FirstView, customer: string, gallery: Gallery): HTMLImageElement | null {
  if (Number(tabStorage.get(positionPrefix + galleryPosition(customer, false))) > 0) return null;
  const frame = cloneOf(coversFrame);
  const list = frame?.querySelector('[data-first-view-covers]');
  const template = list?.firstElementChild;
  if (!frame || !list || !template) return null;
  list.replaceChildren();
  fill(frame, {
    all: formatCount(gallery.items.reduce((sum, { photos_count }) => sum + photos_count, 0)),
    favorites: formatCount(gallery.favorites_count),
  });
  for (const [index, session] of gallery.items.entries()) {
    const card = document.createDocumentFragment();
    card.append(template.cloneNode(true));
    const stage = sayStage([session]);
    if (!stage) card.querySelector('[data-stage]')?.remove();
    fill(card, {
      session: session.session_name,
      label: session.session_label,
      date: calendarDate(session.session_date),
      count: session.photos_count ? formatPhotoCount(session.photos_count) : (session.end_line ?? ''),
      stage: stage?.words ?? '',
    });
    const image = card.querySelector('img');
    if (image && session.cover) {
      image.style.objectPosition = positionOf(session.cover);
      setImage(image, session.cover, asCoverCard(session.cover, index, gallery.items.length));
    } else image?.remove();
    list.append(card);
  }
  renderOver(root, frame, view);
  return list.querySelector('img');
}

function jumpLink(template: Element | null, values: Record<string, string>, isCurrent: boolean): DocumentFragment {
  const link = document.createDocumentFragment();
  if (template) link.append(template.cloneNode(true));
  if (isCurrent) link.firstElementChild?.setAttribute('aria-current', 'location');
  fill(link, values);
  return link;
}

/**
 * Renders the cards in sight: the first row at once, the others after the frame that shows it.
 * @returns the first image
 */
function renderCards(list: HTMLElement, photos: GalleryPhoto[]): HTMLImageElement | null {
  const layout = layoutNow();
  const rem = remNow();
  const { top: listTop, width: listWidth } = list.getBoundingClientRect();
  const width = columnWidth(Math.round(listWidth), layout);
  const heights = photos.map((photo) => cardHeight(photo, width, belowImage(photo), rem));
  const masonry = placeCards(heights, layout.columns, () => undefined);
  list.style.height = `${masonry.total}px`;
  const inSight = photos.flatMap((photo, index) =>
    masonry.top[index]! < innerHeight - listTop ? [{ photo, index }] : [],
  );
  const renderCard = ({ photo, index }: { photo: GalleryPhoto; index: number }) => {
    const card = cloneOf(cardName(photo));
    const item = card?.querySelector('li');
    const image = card?.querySelector('img');
    if (!card || !item || !image) return;
    if (!photo.downloadable) card.querySelector('[data-first-view-download]')?.remove();
    if (!photo.reply) card.querySelector('[data-reply]')?.remove();
    fill(card, { photo: photo.id, file: photo.file_name, note: photo.note, reply: photo.reply });
    item.style.width = `${width}px`;
    item.style.transform = cardTransform(masonry.column[index]!, masonry.top[index]!, width, layout.gap);
    Object.assign(card.querySelector<HTMLElement>('[data-photo]')!.style, cardBox(photo));
    Object.assign(image.style, inCard(photo));
    setImage(image, photo, asCard(photo, index));
    list.append(card);
  };
  inSight.slice(0, layout.columns).forEach(renderCard);
  // Rendering all cards would delay the first image, which has arrived by then, by a twentieth on a slow phone.
  afterFrame(() => inSight.slice(layout.columns).forEach(renderCard));
  return list.querySelector('img');
}

/** The template of the gallery of one session around the cards. */
export const galleryFrame = 'gallery';

/** The template of the gallery of several sessions. */
export const coversFrame = 'sessions';

/** Returns the template of a session's page around the cards. */
export const sessionFrame = ({ chapters }: Pick<GallerySession, 'chapters'>): string =>
  chapters.length > 0 ? 'chapters' : 'session';

/** Returns the template of a card. */
export const cardName = ({ is_favorite }: Pick<GalleryPhoto, 'is_favorite'>): string =>
  is_favorite ? 'card-favorite' : 'card';
