import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';

/** The reference page for the gallery: written by hand for this one kind of gallery. */
export interface Floor {
  url: string;
  close: () => void;
}

/**
 * Serves the floor page: the same photos in the same files and cards, in one document without a library, sign-in or
 * error handling. Rows are drawn near the window only, and the list is fetched page by page, as in the gallery.
 * @param pictures by the path that `pictureOf` returns
 */
export async function openFloor(
  photos: GalleryPhoto[],
  pictures: Map<string, { type: string; bytes: Buffer }>,
): Promise<Floor> {
  const document = brotliCompressSync(page(photos.length), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
    const picture = pictures.get(pathname);
    if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).end(document);
    } else if (pathname === '/photos') {
      const from = Number(searchParams.get('from'));
      const items = photos.slice(from, from + limits.photosPerPage);
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify(items)));
    } else if (picture) {
      response
        .writeHead(200, { 'content-type': picture.type, 'cache-control': 'max-age=31536000, immutable' })
        .end(picture.bytes);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const thumbhash = readFileSync('node_modules/thumbhash/thumbhash.js', 'utf8').replaceAll('export function', 'function');

const page = (count: number) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Photos</title>
<style>
body{margin:0;font:14px/1.5 system-ui}h1,p{margin:16px}#grid{position:relative;margin:0 16px}
.row{position:absolute;left:0;right:0;top:0;display:grid;grid-template-columns:1fr 1fr;gap:12px;height:calc(100% - 20px)}
.photo{position:relative;min-width:0}.open{display:block;width:100%;padding:0;border:0}
img{display:block;width:100%;aspect-ratio:4/5;object-fit:cover;background-size:cover}
.star{position:absolute;top:8px;right:8px;width:44px;height:44px;border:0;border-radius:50%;background:#0009;color:#fff}
.line{display:flex;align-items:center;height:44px;gap:4px}.line span{margin-right:auto;overflow:hidden}
textarea{box-sizing:border-box;width:100%;height:44px;border:0;border-bottom:1px solid #ccc;resize:none}
</style>
<h1>Your Photo Gallery</h1><p>${count} photos</p><div id="grid"></div>
<script type="module">
${thumbhash}
const count = ${count}, perPage = ${limits.photosPerPage}, columns = 2, gap = 12, below = 108;
const grid = document.getElementById('grid'), photos = [], asked = new Set(), rows = new Map();
let height = 0, width = 0;
const element = (tag, className, properties = {}) => Object.assign(document.createElement(tag), { className, ...properties });
function card(photo) {
  const box = element('div', 'photo'), open = element('button', 'open', { ariaLabel: 'Open ' + photo.file_name });
  const hash = Uint8Array.from(atob(photo.thumbhash), (character) => character.charCodeAt(0));
  const path = '/' + photo.media_path.split('/').pop() + '/', wide = (pixels) =>
    Math.round(photo.width * Math.min(1, pixels / Math.max(photo.width, photo.height))) + 'w';
  const image = element('img', '', { alt: '', loading: 'lazy', decoding: 'async', sizes: '46vw',
    srcset: path + '400.webp ' + wide(400) + ', ' + path + '1024.webp ' + wide(1024), src: path + '400.webp' });
  image.style.backgroundImage = 'url(' + thumbHashToDataURL(hash) + ')';
  open.append(image);
  const line = element('div', 'line');
  line.append(element('span', '', { textContent: photo.file_name }), element('button', '', { textContent: 'Download' }));
  box.append(open, element('button', 'star', { textContent: '★', ariaLabel: 'Favorite ' + photo.file_name }), line,
    element('textarea', '', { value: photo.note, placeholder: 'Add a note (optional)...', ariaLabel: 'Note' }));
  return box;
}
async function ask(from) {
  if (from >= count || asked.has(from)) return;
  asked.add(from);
  const items = await (await fetch('/photos?from=' + from)).json();
  for (const [at, item] of items.entries()) photos[from + at] = item;
  for (const [index, row] of rows) if (!row.firstChild) fill(row, index);
}
function fill(row, index) {
  for (const photo of photos.slice(index * columns, (index + 1) * columns)) if (photo) row.append(card(photo));
}
function draw() {
  const top = scrollY - grid.offsetTop, first = Math.max(0, Math.floor(top / height) - 1);
  const last = Math.min(Math.ceil(count / columns) - 1, Math.floor((top + innerHeight) / height) + 1);
  for (const [index, row] of rows) if (index < first || index > last) { row.remove(); rows.delete(index); }
  for (let index = first; index <= last; index += 1) {
    if (rows.has(index)) continue;
    const row = element('div', 'row');
    row.style.cssText = 'height:' + (height - 20) + 'px;transform:translateY(' + index * height + 'px)';
    fill(row, index);
    rows.set(index, row);
    grid.append(row);
  }
  ask(Math.floor((last * columns + columns * 2) / perPage) * perPage);
}
function lay() {
  if (grid.clientWidth === width) return;
  width = grid.clientWidth;
  height = Math.round(((width - gap) / columns) * 1.25) + below;
  grid.style.height = Math.ceil(count / columns) * height + 'px';
  for (const row of rows.values()) row.remove();
  rows.clear();
  draw();
}
addEventListener('scroll', draw, { passive: true });
addEventListener('resize', lay);
ask(0);
lay();
</script></html>`;
