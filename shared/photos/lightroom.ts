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
  /** Who has noted, chosen or picked. */
  from?: string;
  /** Words with a choice. */
  words?: string | undefined;
  /** The file that was chosen. */
  version?: ChosenVersion | undefined;
  captured_at?: string | null | undefined;
  is_approved?: boolean | undefined;
}

/**
 * File names for Lightroom's text filter ('Filename' 'Contains'): one line, separated by commas, each once, without
 * extensions and what programs add: `IMG_4102` finds the raw file of `IMG_4102-Enhanced-NR.jpg`, and that one. The filter searches for each word separately, so a name with spaces or commas would match other photos: such names
 * are returned in `unsafe` instead.
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

/** The names as the camera gave them, as a text file, one a line. */
export const asText = (photos: Pick<ExportedPhoto, 'file_name'>[]): string => `${fullNamesOf(photos).join('\r\n')}\r\n`;

/**
 * Photos with all words about them as a CSV table. Capture times are those of the session, with their distance from UTC:
 * `2026-07-11T15:00:00+02:00`.
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

/** Names that would be one file on some disks are the same. */
const sameFile = (name: string) => name.normalize('NFC').toLowerCase().trim();

/**
 * Returns XMP files to lie beside the raw files, with the names of their photos and all words about them. A raw file is
 * called as its photo, or without what programs add: there is a file for either name. Photos whose names differ only in
 * their endings, in additions or in case share a file: two would be one on the disks of macOS and Windows.
 * @param rated the same for all; null is absent in the files: a program keeps what it has
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
  return [...byName.values()].map((some) => {
    const words = some.flatMap(({ photo }) => [photo.words, photo.note]).filter((text) => text);
    const facts = { ...(rating !== null && { rating }), ...(label !== null && { label }) };
    const file_names = fullNamesOf(some.map(({ photo }) => photo));
    return {
      name: `${some[0]!.name.replaceAll(/[/\\]/g, '_')}.xmp`,
      text: xmp({ ...facts, file_names, note: [...new Set(words)].join('\n') }),
    };
  });
}
