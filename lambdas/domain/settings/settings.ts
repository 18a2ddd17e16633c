import type { EditSettings, Settings } from '#shared/contract/settings.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { write } from '../../platform/table.ts';
import { changeEmailSettings, readEmailSettings, readExportedAt } from './repository.ts';

/** Returns the studio's settings. */
export async function getSettings(actor: Admin): Promise<Settings> {
  const [emails, exported_at] = await Promise.all([readEmailSettings(), readExportedAt()]);
  return { ...emails, exported_at, makes_exports: actor.looks_after_aws === true };
}

/**
 * Changes the settings that the request contains.
 * @throws StudioError FORBIDDEN for staff
 */
export async function editSettings(actor: Admin, edit: EditSettings): Promise<Settings> {
  requireAdmin(actor, 'change the studio’s emails');
  if (Object.values(edit).some((value) => value !== undefined)) await write(changeEmailSettings(edit));
  return getSettings(actor);
}
