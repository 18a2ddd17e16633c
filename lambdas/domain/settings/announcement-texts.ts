import * as z from 'zod';
import type { AnnouncementTexts, EditAnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import { refuseAnnouncementText } from '#shared/emails/announcement-texts.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { table, transact } from '../../platform/table.ts';

/** The studio's texts for announcements. */
const TextsRow = z.object({
  id: z.literal('announcement-texts'),
  items: z.array(z.object({ name: z.string(), text: z.string() })),
  version: z.number(),
});

const texts = table('SETTINGS_TABLE', { key: ['id'] }, TextsRow);
const key = { id: 'announcement-texts' } as const;

/** Returns the studio's texts for announcements. */
export async function getAnnouncementTexts(_actor: Admin): Promise<AnnouncementTexts> {
  return (await texts.get(key, { consistent: true })) ?? { items: [], version: 0 };
}

/**
 * Replaces the studio's texts for announcements.
 * @throws StudioError FORBIDDEN for staff; INVALID for fields that no announcement has; CHANGED_MEANWHILE with the present texts in
 * `details.current`
 */
export async function editAnnouncementTexts(
  actor: Admin,
  { items, version }: EditAnnouncementTexts,
): Promise<AnnouncementTexts> {
  requireAdmin(actor, 'change the studio’s emails');
  for (const [index, { text }] of items.entries()) {
    const reason = refuseAnnouncementText(text);
    if (reason) throw new StudioError('INVALID', undefined, { fields: { [`items.${index}.text`]: reason } });
  }
  const onConflict = async () =>
    new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: await getAnnouncementTexts(actor) } });
  const changed = { items, version: version + 1 };
  // In a transaction, because its token tells the SDK's second attempt after a lost answer from another request.
  await transact([
    version === 0
      ? texts.insert({ ...key, ...changed }, onConflict)
      : texts.change(key, { set: changed }, { where: { version }, onConflict }),
  ]);
  return changed;
}
