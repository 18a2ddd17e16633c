import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportedTable, rowsFile } from './rows.ts';

/**
 * The result of an export, and the format of `export.json`, which is written last: an export without it is incomplete.
 */
export interface ExportSummary {
  studio: string;
  /** The address of the site, to which guests' links lead. */
  site?: string;
  /** The fingerprint of the key by which links can be copied again. */
  links_key?: string;
  began_at: string;
  ended_at: string;
  /** The number of rows by table. */
  rows: Record<string, number>;
  /** The number of files in the export; `fetched` is the number that this run has fetched. */
  files: number;
  fetched: number;
  /** The size of all files in the export. */
  bytes: number;
  /** Keys that a row names and the bucket does not contain. */
  missing: string[];
  /** The number of missing objects that this folder has, from an earlier export or from CloudFront's cache. */
  missing_here?: number;
  /** Files that could not be fetched or written completely, each with the reason. */
  failed: string[];
  /** Rows that do not match the studio's format: exported as rows, but not used for files and pages. */
  bad_rows: string[];
  /** The number of photos whose upload was not complete. */
  pending: number;
  /** Set when files were left out. */
  rows_only?: true;
}

/** Writes `export.json`, which appears only when it is complete. */
export async function writeSummary(folder: string, summary: ExportSummary): Promise<void> {
  const file = join(folder, 'export.json');
  await writeFile(`${file}.part`, `${JSON.stringify(summary, null, 2)}\n`);
  await rename(`${file}.part`, file);
}

/** Returns sentences about an export's content. */
export function describeExport(summary: ExportSummary, folder: string): string[] {
  const { files, fetched, bytes, missing, missing_here = 0, failed, bad_rows, pending } = summary;
  const gigabytes = (bytes / 1e9).toFixed(2);
  const isWhole = missing.length + failed.length + bad_rows.length === 0;
  return [
    `${folder} holds ${isWhole ? 'everything' : 'everything but what is named below'}: ${files} files, ${gigabytes} GB, ${fetched} of them fetched just now. Open index.html to look at it.`,
    ...(missing.length > 0
      ? [
          `The bucket lacks ${missing.length} files that rows name; export.json lists them. See docs/runbook.md, "Restore".`,
          ...(missing_here > 0
            ? [
                `${missing_here} of them are in this folder, from an earlier export or from CloudFront: npm run studio:restore -- ${folder} puts them back.`,
              ]
            : []),
        ]
      : []),
    ...(failed.length > 0
      ? [
          `${failed.length} files could not be downloaded; all others are in the folder:`,
          ...failed.map((line) => `  ${line}`),
        ]
      : []),
    ...(bad_rows.length > 0
      ? [
          `${bad_rows.length} rows are not as the studio writes them. They are in rows/, and nothing else is made of them (docs/runbook.md, "Restore"):`,
          ...bad_rows.map((row) => `  ${row}`),
        ]
      : []),
    ...(pending > 0 ? [`${pending} photos were still being uploaded; export again when all are ready.`] : []),
  ];
}

/**
 * Returns whether an export has a table, by its summary or by the table's file. Exports that older versions made lack some
 * tables. A table of the summary whose file was deleted counts, so that reading its rows fails instead of finding none.
 */
export const hasRows = (folder: string, name: ExportedTable, { rows }: Pick<ExportSummary, 'rows'>): boolean =>
  name in rows || existsSync(rowsFile(folder, name));

/**
 * Returns the summary of an export.
 * @throws Error for a folder without a complete export
 */
export async function readSummary(folder: string): Promise<ExportSummary> {
  const text = await readFile(join(folder, 'export.json'), 'utf8').catch(() => {
    throw new Error(`${folder} contains no complete export: run npm run studio:export -- ${folder} until it ends.`);
  });
  return JSON.parse(text) as ExportSummary;
}
