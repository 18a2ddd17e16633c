import * as z from 'zod';
import { type Template, TemplateContent, TemplateSummary } from '#shared/contract/templates/templates.ts';
import { limits } from '#shared/limits.ts';
import { table, type Write } from '../../platform/table.ts';

/*
 * Templates, in the table of the studio's settings. The row `templates` lists them with the version in which each is; each
 * version is a row of its own, `template#{id}#{version}`, that never changes. A template that is there from the beginning
 * has no row for its version 0.
 */

const ListRow = z.object({
  id: z.literal('templates'),
  entries: z.array(TemplateSummary),
  /** Incremented by every change of the entries. */
  version: z.number(),
});

const VersionRow = z.object({
  id: z.string(),
  name: z.string(),
  content: TemplateContent,
  version: z.number(),
  saved_at: z.string(),
  saved_by: z.string(),
});

/** All templates as they are listed; `version` is undefined until the first change of one. */
export interface TemplateList {
  entries: TemplateSummary[];
  version: number | undefined;
}

const byId = { key: ['id'] } as const;
const lists = table('SETTINGS_TABLE', byId, ListRow);
const versions = table('SETTINGS_TABLE', byId, VersionRow);

const listKey = { id: 'templates' } as const;
const keyOf = (id: string, version: number) => ({ id: `template#${id}#${version}` });

/** Returns the stored list of templates, undefined while none was changed; strongly consistent. */
export const readTemplateList = (): Promise<TemplateList | undefined> => lists.get(listKey, { consistent: true });

/** Returns a stored version of a template; strongly consistent. */
export async function readTemplateVersion(id: string, version: number): Promise<Template | undefined> {
  const row = await versions.get(keyOf(id, version), { consistent: true });
  return row && { ...row, id };
}

/** Returns the kept versions of a template, newest first. */
export async function readTemplateVersions({ id, version }: TemplateSummary): Promise<Template[]> {
  const rows = await versions.getMany(
    keptVersions(version).map((number) => keyOf(id, number)),
    { consistent: true, leaveOutDamaged: true },
  );
  return rows.map((row) => ({ ...row, id }));
}

/** Returns the write that changes the list; it fails when another request has changed it since it was read. */
export const changeTemplateList = ({ version }: TemplateList, entries: TemplateSummary[]): Write =>
  version === undefined
    ? lists.insert({ ...listKey, entries, version: 0 })
    : lists.change(listKey, { set: { entries, version: version + 1 } }, { where: { version } });

/** Returns the writes that store a version, and erase the one that is no longer kept. */
export function insertTemplateVersion({ id, ...template }: Template & { saved_at: string }): Write[] {
  const { version } = template;
  const outdated = version - limits.templateVersions;
  return [
    versions.insert({ ...template, ...keyOf(id, version) }),
    ...(outdated > 0 ? [versions.delete(keyOf(id, outdated))] : []),
  ];
}

/** Returns the writes that erase all kept versions of a template. */
export const eraseTemplateVersions = ({ id, version }: TemplateSummary): Write[] =>
  keptVersions(version).map((number) => versions.delete(keyOf(id, number)));

/** Returns the numbers of the versions that are kept, newest first. */
const keptVersions = (version: number): number[] =>
  Array.from({ length: Math.min(version, limits.templateVersions) }, (_, index) => version - index);
