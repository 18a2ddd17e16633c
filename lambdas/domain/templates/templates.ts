import type {
  CreateTemplate,
  EditTemplate,
  RestoreTemplate,
  Template,
  TemplateSummary,
  Templates,
  TemplateVersions,
} from '#shared/contract/templates/templates.ts';
import { limits } from '#shared/limits.ts';
import { fold } from '#shared/text/fold.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import {
  changeTemplateList,
  eraseTemplateVersions,
  insertTemplateVersion,
  readTemplateList,
  readTemplateVersion,
  readTemplateVersions,
  type TemplateList,
} from './repository.ts';
import { startingTemplates } from './starting-templates.ts';

/** Returns all templates, by name. */
export async function listTemplates(_actor: Admin): Promise<Templates> {
  const { entries } = await readList();
  return { items: entries.toSorted(byName) };
}

const byName = (first: TemplateSummary, second: TemplateSummary) =>
  first.name.localeCompare(second.name, 'en-US', { numeric: true });

/**
 * Returns a template in its present version.
 * @throws StudioError NOT_FOUND
 */
export async function getTemplate(_actor: Admin, id: string): Promise<Template> {
  const entry = entryIn(await readList(), id);
  if (!entry) throw new StudioError('NOT_FOUND');
  return readVersion(id, entry.version);
}

/**
 * Creates a template.
 * @throws StudioError FORBIDDEN for staff; NAME_TAKEN; INVALID when there is the largest number of its kind
 */
export async function createTemplate(actor: Admin, { name, content }: CreateTemplate): Promise<Template> {
  requireAdmin(actor, 'change templates');
  const template = savedNow(actor, { id: newId(), name, content, version: 1 });
  await retryOnConflict(async () => {
    const list = await readList();
    if (list.entries.filter(({ kind }) => kind === content.kind).length >= limits.templatesOfKind) {
      throw new StudioError('INVALID', `There can be ${limits.templatesOfKind} templates of a kind. Delete one first.`);
    }
    requireFreeName(list, template);
    const entries = [...list.entries, summaryOf(template)];
    await transact([changeTemplateList(list, entries), ...insertTemplateVersion(template)]);
  });
  return template;
}

/**
 * Saves a template, which makes a version of it.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the present template in `details.current`;
 * NAME_TAKEN; INVALID for content of the other kind
 */
export async function editTemplate(actor: Admin, id: string, edit: EditTemplate): Promise<Template> {
  requireAdmin(actor, 'change templates');
  return saveVersion(actor, id, edit.version, () => edit);
}

/**
 * Saves the content of an earlier version as a new version. The template keeps its name.
 * @throws StudioError as `editTemplate`; NOT_FOUND for a version that is not kept
 */
export async function restoreTemplate(
  actor: Admin,
  id: string,
  number: number,
  { version }: RestoreTemplate,
): Promise<Template> {
  requireAdmin(actor, 'change templates');
  const { content } = await getTemplateVersion(actor, id, number);
  return saveVersion(actor, id, version, ({ name }) => ({ name, content }));
}

/**
 * Deletes a template with its versions. Offers keep the terms and the plan that were copied into them.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the present template in `details.current`
 */
export async function deleteTemplate(actor: Admin, id: string, version: number): Promise<void> {
  requireAdmin(actor, 'change templates');
  const isDeleted = await retryOnConflict(async () => {
    const list = await readList();
    const entry = entryIn(list, id);
    if (entry?.version !== version) return false;
    const entries = list.entries.filter((other) => other !== entry);
    await transact([changeTemplateList(list, entries), ...eraseTemplateVersions(entry)]);
    return true;
  });
  if (!isDeleted) throw await changedMeanwhile(id);
}

/**
 * Returns the versions of a template that are kept, newest first, and last the one that was there from the beginning.
 * @throws StudioError NOT_FOUND
 */
export async function listTemplateVersions(_actor: Admin, id: string): Promise<TemplateVersions> {
  const entry = entryIn(await readList(), id);
  if (!entry) throw new StudioError('NOT_FOUND');
  const start = startingTemplates.get(id);
  const items = [...(await readTemplateVersions(entry)), ...(start ? [start] : [])];
  return { items: items.map(({ version, name, saved_at, saved_by }) => ({ version, name, saved_at, saved_by })) };
}

/**
 * Returns a version of a template.
 * @throws StudioError NOT_FOUND for a version that is not kept
 */
export async function getTemplateVersion(_actor: Admin, id: string, number: number): Promise<Template> {
  if (!entryIn(await readList(), id)) throw new StudioError('NOT_FOUND');
  return readVersion(id, number);
}

async function readVersion(id: string, version: number): Promise<Template> {
  const template = version === 0 ? startingTemplates.get(id) : await readTemplateVersion(id, version);
  if (!template) throw new StudioError('NOT_FOUND');
  return template;
}

/** Returns the stored list of templates, or the one that is there from the beginning. */
const readList = async (): Promise<TemplateList> =>
  (await readTemplateList()) ?? { entries: [...startingTemplates.values()].map(summaryOf), version: undefined };

const entryIn = ({ entries }: TemplateList, id: string) => entries.find((entry) => entry.id === id);

/**
 * Saves what `valuesOf` makes of a template's entry as its next version.
 * @param version the version in which the template has to be
 */
async function saveVersion(
  actor: Admin,
  id: string,
  version: number,
  valuesOf: (entry: TemplateSummary) => Pick<Template, 'name' | 'content'>,
): Promise<Template> {
  const saved = await retryOnConflict(async () => {
    const list = await readList();
    const entry = entryIn(list, id);
    if (entry?.version !== version) return undefined;
    const { name, content } = valuesOf(entry);
    if (content.kind !== entry.kind) throw new StudioError('INVALID', 'Terms stay terms, and a plan stays a plan.');
    const template = savedNow(actor, { id, name, content, version: version + 1 });
    requireFreeName(list, template);
    const entries = list.entries.map((other) => (other === entry ? summaryOf(template) : other));
    await transact([changeTemplateList(list, entries), ...insertTemplateVersion(template)]);
    return template;
  });
  if (!saved) throw await changedMeanwhile(id);
  return saved;
}

/** Returns the error for a request that is based on an earlier version of a template. */
async function changedMeanwhile(id: string): Promise<Error> {
  const entry = entryIn(await readList(), id);
  if (!entry) return new StudioError('NOT_FOUND');
  const current = await readVersion(id, entry.version);
  return new StudioError('CHANGED_MEANWHILE', undefined, { details: { current } });
}

function requireFreeName({ entries }: TemplateList, { id, name, content: { kind } }: Template): void {
  const taken = entries.find((entry) => entry.id !== id && entry.kind === kind && fold(entry.name) === fold(name));
  if (!taken) return;
  const message = `There is a template “${taken.name}” already. Choose another name.`;
  throw new StudioError('NAME_TAKEN', message, { fields: { name: message } });
}

const summaryOf = ({ id, name, content: { kind }, version, saved_at }: Template): TemplateSummary => ({
  ...{ id, kind, name, version, saved_at },
});

const savedNow = (actor: Admin, template: Omit<Template, 'saved_at' | 'saved_by'>) => ({
  ...template,
  saved_at: new Date().toISOString(),
  saved_by: actor.name,
});
