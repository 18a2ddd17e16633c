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
  'assets/entry-1a2b.js',
  'assets/entry-1a2b.js.br',
  'assets/font-3c4d.woff2',
  'assets/nested/style-5e6f.css',
  'assets/nested/style-5e6f.css.br',
  'favicon.ico',
  'photographs/hero-800.avif',
  'photographs/hero-800.webp',
  'photographs/card.jpg',
];

/** The pattern rules of `aws s3 sync`. */
const matches = ({ include }: UploadGroup, file: string) =>
  include.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file));

describe('upload groups of the site', () => {
  const groups = uploadGroups(files, build);
  const groupOf = (file: string) => groups.filter((group) => matches(group, file));

  test.each(files)('%s is uploaded once', (file) => {
    expect(groupOf(file)).toHaveLength(1);
  });

  test('files with a hash in their names are cached forever, all others are revalidated', () => {
    for (const file of files) {
      const isHashed = file.startsWith('assets/') || file.startsWith('photographs/');
      expect(groupOf(file)[0]?.cacheControl).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    }
  });

  test('types that the AWS CLI may not know are set', () => {
    expect(groupOf('photographs/hero-800.avif')[0]?.contentType).toBe('image/avif');
    expect(groupOf('photographs/hero-800.webp')[0]?.contentType).toBe('image/webp');
    expect(groupOf('assets/font-3c4d.woff2')[0]?.contentType).toBe('font/woff2');
    expect(groupOf('favicon.ico')[0]?.contentType).toBeUndefined();
  });

  test('compressed files have their encoding and their type', () => {
    const compressed = { contentEncoding: 'br', cacheControl: 'public, max-age=31536000, immutable' };
    expect(groupOf('assets/entry-1a2b.js.br')[0]).toMatchObject({ ...compressed, contentType: 'text/javascript' });
    expect(groupOf('assets/nested/style-5e6f.css.br')[0]).toMatchObject({ ...compressed, contentType: 'text/css' });
    expect(groupOf('assets/entry-1a2b.js')[0]?.contentEncoding).toBeUndefined();
  });

  test('a file at the root that needs a type gets it', () => {
    const [group] = uploadGroups(['app.webmanifest'], build);
    expect(group).toMatchObject({ include: ['app.webmanifest'], contentType: 'application/manifest+json' });
  });

  test('a file of an unknown type throws', () => {
    expect(() => uploadGroups(['assets/film.mov'], build)).toThrow('The file type of assets/film.mov is unknown');
  });
});
