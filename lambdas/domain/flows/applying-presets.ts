import type { ApplyPreset, Preset, PresetSelection } from '#shared/contract/sessions/presets.ts';
import type { CreateSession, Session } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { presetChanges } from '#shared/presets/preset-changes.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import type { Admin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { without } from '../../platform/without.ts';
import type { Email } from '../emails/email-kinds.ts';
import { readPreset } from '../presets/repository.ts';
import { openedEmail } from '../selections/open-selections.ts';
import { readSelections, type SelectionRow } from '../selections/repository.ts';
import { ensureCounted, fullError, newSelectionRow, openingWrites } from '../selections/selections.ts';
import { type AddedSelection, editedSession, saveEdit } from '../sessions/editing.ts';
import { changedMeanwhile, requireVersion } from '../sessions/find.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { createSession } from '../sessions/sessions.ts';

/**
 * Creates a session, with the settings of a preset if the request names one. A download limit of the preset applies
 * whoever creates the session, because only admins put one into a preset. A last day of the request takes the place of
 * the preset's.
 * @throws StudioError as `createSession`; INVALID for a preset that does not exist
 */
export async function createSessionWithPreset(actor: Admin, { preset_id, ...values }: CreateSession): Promise<Session> {
  if (preset_id === undefined) return createSession(actor, values);
  const preset = await requirePreset(preset_id);
  const settings = values.ends_on === undefined ? preset.settings : without(preset.settings, 'open_days');
  return createSession(actor, values, (row) => {
    const changes = presetChanges(settings, row, { hasSelection: false, maySetAllowance: true });
    const { edited } = editedSession(row, changes.edit);
    if (!changes.selection) return { row: edited, writes: [] };
    const { id, selections_count, writes } = addedSelection(actor, edited, 0, selectionOf(edited, changes.selection));
    return { row: { ...edited, selections_count, has_selections: true, selection_ids: [id] }, writes };
  });
}

/**
 * Gives a session the settings of a preset, in one transaction, and tells the client of an announced session about the
 * selection that opens with it. Nothing is written when the session has the settings already.
 * @throws StudioError NOT_FOUND; INVALID for a preset that does not exist; CHANGED_MEANWHILE with the current session
 * in `details.current` when the session, the preset, or whether a selection is to be opened differs from what the
 * request is based on
 */
export async function applyPreset(
  actor: Admin,
  sessionId: string,
  { preset_id, preset_version, opens_selection, version }: ApplyPreset,
): Promise<void> {
  const row = await requireVersion(sessionId, version);
  const preset = await requirePreset(preset_id);
  const { edit, selection } = presetChanges(preset.settings, row, {
    hasSelection: preset.settings.selection !== undefined && (await hasSelection(sessionId)),
    maySetAllowance: actor.role === 'admin',
  });
  if (preset.version !== preset_version || opens_selection !== (selection !== undefined)) {
    throw await changedMeanwhile(sessionId);
  }
  if (!selection) {
    if (Object.keys(edit).length > 0) await saveEdit(actor, row, edit);
    return;
  }
  const selections_count = await ensureCounted(row);
  if (selections_count >= limits.selectionsPerSession) throw fullError();
  const opened = selectionOf(row, selection);
  const added = addedSelection(actor, row, selections_count, opened, await openedEmail(row, opened));
  await saveEdit(actor, { ...row, selections_count }, edit, added);
}

async function requirePreset(id: string): Promise<Preset> {
  const preset = await readPreset(id);
  if (preset) return preset;
  const message = 'This preset was deleted. Choose another one, or none.';
  throw new StudioError('INVALID', undefined, { fields: { preset_id: message } });
}

/** Whether a session has a selection that is not closed. A damaged one counts, because it may be open. */
async function hasSelection(sessionId: string): Promise<boolean> {
  const { rows, damaged = [] } = await readSelections(sessionId);
  return damaged.length > 0 || rows.some(({ deleted_at, status }) => deleted_at === null && status !== 'closed');
}

/** Returns the row of a selection with a preset's terms, which ends so many days from today. */
const selectionOf = (session: SessionRow, { days, ...terms }: PresetSelection): SelectionRow =>
  newSelectionRow(session.id, { ...terms, ends_on: days === null ? null : dayAhead(days, new Date()) });

/** Returns the selection to open with a change of a session, which has `count` selections now. */
const addedSelection = (
  actor: Admin,
  session: SessionRow,
  count: number,
  row: SelectionRow,
  emails: Record<string, Email> = {},
): AddedSelection => ({
  id: row.id,
  selections_count: count + 1,
  writes: openingWrites(actor, session, row, emails),
});
