import { type ChosenVersion, sayVersion } from '../contract/selections.ts';
import { rawName } from '../text/added-to-names.ts';
import { csv } from '../text/csv.ts';
import { splitEnding } from '../text/split-ending.ts';
import { type SessionClocks, zoneOf } from '../time/capture-clock.ts';
import { clockIn } from '../time/studio-time.ts';
import { sayOffset } from '../time/time-zones.ts';
import { xmp } from './xmp.ts';

/** A photo of an exported list. */
export interface ExportedPhoto {
  file_name: string;
  /** The note on the photo by the person named in `from`. */
  note: string;
  /** The person who has noted, chosen or picked the photo. */
  from?: string;
  /** The note on a choice as it was submitted. */
  words?: string | undefined;
  /** The file that was chosen. */
  version?: ChosenVersion | undefined;
  captured_at?: string | null | undefined;
  is_approved?: boolean | undefined;
}

/**
 * Returns file names for Lightroom's text filter ('Filename' 'Contains'): one line, separated by commas, each name
 * once, without extensions and additions: `IMG_4102` finds the raw file of `IMG_4102-Enhanced-NR.jpg` and that file
 * itself. The filter searches for each word separately, so a name with spaces or commas would match other photos: such
 * names are returned in `unsafe` instead.
 */
export function forLightroom(photos: Pick<ExportedPhoto, 'file_name'>[]): { line: string; unsafe: string[] } {
  const names = [...new Set(photos.map(({ file_name }) => rawName(file_name)))];
  const isUnsafe = (name: string) => /[\s,;]/.test(name);
  return { line: names.filter((name) => !isUnsafe(name)).join(', '), unsafe: names.filter(isUnsafe) };
}

const fullNamesOf = (photos: Pick<ExportedPhoto, 'file_name'>[]): string[] => [
  ...new Set(photos.map(({ file_name }) => file_name)),
];

/** Returns an instant as ISO 8601 in a time zone, to the second. */
const localTime = (instant: string, zone: string): string =>
  `${clockIn(Date.parse(instant), zone)}${sayOffset(zone, Date.parse(instant))}`;

/** Returns the names as the camera gave them, as a text file with one name a line. */
export const asText = (photos: Pick<ExportedPhoto, 'file_name'>[]): string => `${fullNamesOf(photos).join('\r\n')}\r\n`;

/**
 * Returns photos with their notes as a CSV table. Capture times are in the session's zone, with their distance from
 * UTC: `2026-07-11T15:00:00+02:00`.
 */
export const asCsv = (photos: ExportedPhoto[], clocks: SessionClocks): string =>
  csv([
    [
      'File name',
      'Note',
      'Captured',
      'Visible to the client',
      'From',
      'Words with the choice',
      'Chosen version',
      'Chosen file',
    ],
    ...photos.map(({ file_name, note, captured_at, is_approved, from, words, version }) => [
      file_name,
      note,
      captured_at ? localTime(captured_at, zoneOf(clocks)) : '',
      is_approved === undefined ? '' : is_approved ? 'yes' : 'no',
      from ?? '',
      words ?? '',
      version ? sayVersion(version) : '',
      version?.file_name ?? '',
    ]),
  ]);

/** Returns the same key for names that would be one file on some disks. */
const sameFile = (name: string) => name.normalize('NFC').toLowerCase().trim();

/**
 * Returns XMP files to be put beside the raw files, with the names of their photos and all notes on them. A raw file
 * has the name of its photo, or that name without additions: there is a file for either name. Photos whose names differ
 * only in endings, additions or case share a file, because two would be one file on the disks of macOS and Windows.
 * @param rated the same for all photos; a null value is left out of the files, so that a program keeps its own
 */
export function xmpFiles(
  photos: ExportedPhoto[],
  { rating, label }: { rating: number | null; label: string | null },
): { name: string; text: string }[] {
  const named = photos.flatMap((photo) => {
    const names = new Set([rawName(photo.file_name), splitEnding(photo.file_name).stem]);
    return [...names].map((name) => ({ name, photo }));
  });
  const byName = Map.groupBy(named, ({ name }) => sameFile(name));
  return [...byName.values()].map((samePhotos) => {
    const notes = samePhotos.flatMap(({ photo }) => [photo.words, photo.note]).filter((text) => text);
    const facts = { ...(rating !== null && { rating }), ...(label !== null && { label }) };
    const file_names = fullNamesOf(samePhotos.map(({ photo }) => photo));
    return {
      name: `${samePhotos[0]!.name.replaceAll(/[/\\]/g, '_')}.xmp`,
      text: xmp({ ...facts, file_names, note: [...new Set(notes)].join('\n') }),
    };
  });
}
