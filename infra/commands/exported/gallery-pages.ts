import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { studio } from '#shared/studio.ts';
import { escapeMarkup as text } from '#shared/text/markup.ts';
import { originalOf } from './photo-files.ts';
import { compare, type Everything, imageFileOf } from './planned-files.ts';
import type { PhotoRow, SessionRow } from './rows.ts';

/**
 * Makes galleries as pages that work from a disk (file://), without internet and JavaScript; the large view uses CSS's
 * `:target`.
 */

export interface PageOfSession {
  /** The path of the page, relative to the export's folder. */
  path: string;
  customer: string;
  name: string;
  date: string;
  photos: PhotoOnPage[];
}

export interface PhotoOnPage {
  name: string;
  /** The path of the small image, relative to the export's folder, as are those of the large image and the original. */
  small: string;
  large: string;
  original: string;
  isFavorite: boolean;
  isHidden: boolean;
  note: string;
  reply: string;
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #222; background: #fff }
  h1 { font-weight: 400; margin: .5rem 0 0 } h2 { font-weight: 400 } a { color: inherit } li { margin: .3rem 0 }
  .photos { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1.5rem 1rem; padding: 0; list-style: none }
  .photos img { width: 100%; aspect-ratio: 1; object-fit: cover; background: #eee; display: block }
  .photos p { margin: .2rem 0; font-size: .85rem; overflow-wrap: anywhere }
  .large { display: none; margin: 0; position: fixed; inset: 0; background: #171916; color: #f4f3ee }
  .large:target { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; gap: .5rem; padding: .75rem }
  .large img { width: 100%; height: 100%; object-fit: contain }
  .large nav { display: flex; gap: .5rem; align-items: center } .large nav span { flex: 1; text-align: center; font-size: .9rem }
  .large nav a, .large nav i { min-width: 5.5rem; min-height: 2.75rem; display: grid; place-items: center; text-decoration: none; border-radius: 6px }
  .large nav a:hover, .large nav a:focus-visible { background: #35382f }
  .large figcaption { text-align: center; font-size: .9rem; max-height: 30vh; overflow: auto; overflow-wrap: anywhere; white-space: pre-line }
  @media print { .large, .large:target { display: none } }
`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

/** Returns a text that people typed as markup: characters in it that turn the direction have no effect beyond it. */
const bdi = (content: string) => `<bdi>${text(content)}</bdi>`;

/** Returns a path as a link from a page `depth` folders deep. */
const link = (path: string, depth: number) =>
  text('../'.repeat(depth) + path.split('/').map(encodeURIComponent).join('/'));

export const sessionPage = ({ customer, name, date, photos }: PageOfSession): string =>
  page(
    `${customer}, ${name}`,
    `<p><a href="../index.html">All sessions</a></p>
<h1>${bdi(name)}</h1>
<p>${bdi(customer)}, ${text(date)}, ${photos.length === 1 ? '1 photo' : `${photos.length} photos`}</p>
<ul class="photos">
${photos.map(photoItem).join('\n')}
</ul>
${photos.map((photo, index) => largeView(photo, index + 1, photos.length)).join('\n')}`,
  );

function remarksOn({ isFavorite, isHidden, note, reply }: PhotoOnPage): string[] {
  return [
    isFavorite && '★ Favorite',
    isHidden && 'Hidden from the client',
    note && `“${note}”`,
    reply && `Studio: “${reply}”`,
  ].filter((remark): remark is string => !!remark);
}

function photoItem(photo: PhotoOnPage, index: number): string {
  const { name, small } = photo;
  const number = index + 1;
  return `<li id="in-grid-${number}"><a href="#photo-${number}"><img src="${link(small, 1)}" alt="${text(name)}" loading="lazy"></a>
<p>${bdi(name)}</p>${remarksOn(photo)
    .map((remark) => `<p>${text(remark)}</p>`)
    .join('')}</li>`;
}

/**
 * Returns the large view of one photo, which the browser loads when it is shown; its close link returns to the photo in
 * the grid.
 */
function largeView(photo: PhotoOnPage, number: number, count: number): string {
  const { name, large, original } = photo;
  const step = (target: number, label: string) =>
    target < 1 || target > count ? '<i></i>' : `<a href="#photo-${target}">${label}</a>`;
  const file = original ? ` · <a href="${link(original, 1)}">Original file</a>` : '';
  const remarks = remarksOn(photo).map((remark) => `\n${text(remark)}`);
  return `<figure class="large" id="photo-${number}"><nav>${step(number - 1, '← Previous')}<span>${number} of ${count}</span><a href="#in-grid-${number}">Close</a>${step(number + 1, 'Next →')}</nav>
<img src="${link(large, 1)}" alt="${text(name)}" loading="lazy">
<figcaption>${bdi(name)}${file}${remarks.join('')}</figcaption></figure>`;
}

export function indexPage(studioName: string, madeAt: string, sessions: PageOfSession[]): string {
  const customers = Map.groupBy(sessions, ({ customer }) => customer);
  const sections = [...customers].map(
    ([customer, customerSessions]) => `<h2>${bdi(customer)}</h2>
<ul>
${customerSessions.map(({ path, name, date, photos }) => `<li><a href="${link(path, 0)}">${bdi(name)}</a>, ${text(date)} (${photos.length})</li>`).join('\n')}
</ul>`,
  );
  return page(
    studioName,
    `<h1>${text(studioName)}</h1>\n<p>As of ${text(madeAt.slice(0, 10))}</p>\n${sections.join('\n')}`,
  );
}

/** Writes a page for each session with photos that are ready, and `index.html`, which lists them. */
export async function writePages(
  folder: string,
  madeAt: string,
  { customers, sessions, photos, paths }: Everything,
): Promise<void> {
  const bySession = Map.groupBy(
    photos.filter(({ state }) => state === 'ready'),
    ({ session_id }) => session_id,
  );
  await mkdir(join(folder, 'gallery'), { recursive: true });
  const pages: PageOfSession[] = [];
  for (const session of sessions.values()) {
    const sessionPhotos = bySession.get(session.id) ?? [];
    if (sessionPhotos.length === 0) continue;
    const page: PageOfSession = {
      path: `gallery/${session.id}.html`,
      customer: customers.get(session.customer_id)?.name ?? 'Unknown customer',
      name: session.session_name,
      date: session.session_date,
      photos: sessionPhotos
        .toSorted(
          (a, b) => chapterOf(a, session) - chapterOf(b, session) || compare(orderOf(a, session), orderOf(b, session)),
        )
        .map((photo) => ({
          name: photo.file_name,
          small: imageFileOf(photo, 'small'),
          large: imageFileOf(photo, 'large'),
          original: paths.get(originalOf(photo) ?? '') ?? '',
          isFavorite: photo.is_favorite === true,
          isHidden: !photo.is_approved,
          note: photo.note ?? '',
          reply: photo.reply ?? '',
        })),
    };
    pages.push(page);
    await writeFile(join(folder, page.path), sessionPage(page));
  }
  const sorted = pages.toSorted((a, b) => compare(a.customer, b.customer) || compare(b.date, a.date));
  await writeFile(join(folder, 'index.html'), indexPage(studio.name, madeAt, sorted));
}

const orderOf = (photo: PhotoRow, { photo_order, base_order = 'captured' }: SessionRow) =>
  photo[`${photo_order === 'custom' ? base_order : photo_order}_order`] ?? '';

/** Returns the position of the photo's chapter; photos without a chapter follow the chapters. */
function chapterOf({ chapter_id }: PhotoRow, { chapters = [] }: SessionRow): number {
  const position = chapters.findIndex(({ id }) => id === chapter_id);
  return position < 0 ? chapters.length : position;
}
