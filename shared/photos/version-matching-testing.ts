import type { NamedPhoto } from './photo-index.ts';
import { matchVersions, type NamedFile } from './version-matching.ts';

/** Files and photos for the tests of matching. */

export const file = (name: string, captured_at: string | null = null): NamedFile => ({ name, captured_at });
export const photo = (file_name: string, captured_at: string | null = null, id = file_name): NamedPhoto => ({
  id,
  file_name,
  captured_at,
});
export const at = (second: number) => `2026-05-01T17:48:${String(second).padStart(2, '0')}.000Z`;
export const match = (each: NamedFile, photos: NamedPhoto[]) => matchVersions([each], photos)[0];
