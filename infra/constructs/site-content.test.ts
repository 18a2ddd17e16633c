import { describe, expect, test } from 'vitest';
import { type UploadGroup, uploadGroups } from './site-content.ts';

const build = {
  pages: {},
  shells: {},
  files: [],
  folders: ['/assets/', '/photographs/'],
  compressed: ['.js', '.css'],
  scriptHashes: [],
};
const files = [
  '404.html',
  'assets/entry-1a2b.js',
  'assets/entry-1a2b.js.br',
  'assets/font-3c4d.woff2',
  'assets/nested/style-5e6f.css',
  'assets/nested/style-5e6f.css.br',
  'client.html',
  'favicon.svg',
  'index.html',
  'photographs/hero-800.avif',
  'photographs/hero-800.webp',
  'photographs/card.jpg',
  'services/index.html',
];

/** As `aws s3 sync` matches. */
const matches = ({ include }: UploadGroup, file: string) =>
  include.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file));

describe('how the site goes into its bucket', () => {
  const groups = uploadGroups(files, build);
  const groupOf = (file: string) => groups.filter((group) => matches(group, file));

  test.each(files)('%s goes once', (file) => {
    expect(groupOf(file)).toHaveLength(1);
  });

  test('what carries a hash in its name is kept for ever, everything else asked about', () => {
    for (const file of files) {
      const isHashed = file.startsWith('assets/') || file.startsWith('photographs/');
      expect(groupOf(file)[0]?.cacheControl).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    }
  });

  test('types that the uploading tool may not know are said', () => {
    expect(groupOf('photographs/hero-800.avif')[0]?.contentType).toBe('image/avif');
    expect(groupOf('photographs/hero-800.webp')[0]?.contentType).toBe('image/webp');
    expect(groupOf('assets/font-3c4d.woff2')[0]?.contentType).toBe('font/woff2');
    expect(groupOf('index.html')[0]?.contentType).toBeUndefined();
  });

  test('what the build has compressed says so, and what it is', () => {
    const compressed = { contentEncoding: 'br', cacheControl: 'public, max-age=31536000, immutable' };
    expect(groupOf('assets/entry-1a2b.js.br')[0]).toMatchObject({ ...compressed, contentType: 'text/javascript' });
    expect(groupOf('assets/nested/style-5e6f.css.br')[0]).toMatchObject({ ...compressed, contentType: 'text/css' });
    expect(groupOf('assets/entry-1a2b.js')[0]?.contentEncoding).toBeUndefined();
  });

  test('the 404 page carries its mark', () => {
    expect(groupOf('404.html')[0]?.metadata).toEqual({ status: '404' });
  });

  test('pages come after what they refer to', () => {
    const last = groups.findIndex((group) => matches(group, 'index.html'));
    for (const file of files.slice(1, 6)) expect(groups.indexOf(groupOf(file)[0]!)).toBeLessThan(last);
  });

  test('a file at the root that needs a type gets it', () => {
    const [group] = uploadGroups(['app.webmanifest'], build);
    expect(group).toMatchObject({ include: ['app.webmanifest'], contentType: 'application/manifest+json' });
  });

  test('a file of no known type is a mistake', () => {
    expect(() => uploadGroups(['assets/film.mov'], build)).toThrow('What type has assets/film.mov?');
  });
});
