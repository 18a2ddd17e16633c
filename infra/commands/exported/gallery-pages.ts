import { escapeMarkup as text } from './metadata.ts';

/** The galleries as pages that open from a disk, without internet and without script. */

export interface PageOfSession {
  /** Path of the page, from the export's folder. */
  path: string;
  customer: string;
  name: string;
  date: string;
  photos: PhotoOnPage[];
}

export interface PhotoOnPage {
  name: string;
  /** From the export's folder: a small picture, a large one and the file itself. */
  small: string;
  large: string;
  original: string;
  isFavorite: boolean;
  isHidden: boolean;
  note: string;
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #222; background: #fff }
  h1 { font-weight: 400 } a { color: inherit } li { margin: .3rem 0 }
  .photos { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
  .photos img { width: 100%; aspect-ratio: 1; object-fit: cover; background: #eee; display: block }
  .photos p { margin: .2rem 0; font-size: .85rem; overflow-wrap: anywhere }
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

/** A path as a link from a page that lies `depth` folders deep. */
const link = (path: string, depth: number) =>
  text('../'.repeat(depth) + path.split('/').map(encodeURIComponent).join('/'));

export const sessionPage = ({ customer, name, date, photos }: PageOfSession): string =>
  page(
    `${customer}, ${name}`,
    `<p><a href="../index.html">All sessions</a></p>
<h1>${text(name)}</h1>
<p>${text(customer)}, ${text(date)}, ${photos.length === 1 ? '1 photo' : `${photos.length} photos`}</p>
<ul class="photos">
${photos.map(photoItem).join('\n')}
</ul>`,
  );

function photoItem({ name, small, large, original, isFavorite, isHidden, note }: PhotoOnPage): string {
  const remarks = [isFavorite && '★ Favorite', isHidden && 'Hidden from the client'].filter(
    (remark) => remark !== false,
  );
  return `<li><a href="${link(large, 1)}"><img src="${link(small, 1)}" alt="${text(name)}" loading="lazy"></a>
<p><a href="${link(original, 1)}">${text(name)}</a></p>${remarks.map((remark) => `<p>${remark}</p>`).join('')}${note ? `<p>“${text(note)}”</p>` : ''}</li>`;
}

export function indexPage(studioName: string, madeAt: string, sessions: PageOfSession[]): string {
  const customers = Map.groupBy(sessions, ({ customer }) => customer);
  const sections = [...customers].map(
    ([customer, own]) => `<h2>${text(customer)}</h2>
<ul>
${own.map(({ path, name, date, photos }) => `<li><a href="${link(path, 0)}">${text(name)}</a>, ${text(date)} (${photos.length})</li>`).join('\n')}
</ul>`,
  );
  return page(
    studioName,
    `<h1>${text(studioName)}</h1>\n<p>As of ${text(madeAt.slice(0, 10))}</p>\n${sections.join('\n')}`,
  );
}
