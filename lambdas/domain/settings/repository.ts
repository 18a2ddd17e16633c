import * as z from 'zod';
import type { EditSettings } from '#shared/contract/settings.ts';
import { env } from '../../platform/env.ts';
import { table, type Write } from '../../platform/table.ts';

/** The studio's choices of emails. Without a choice, it gets all emails. */
const EmailsRow = z.object({
  id: z.literal('emails'),
  at_once: z.boolean().default(true),
  daily: z.boolean().default(true),
  reminders: z.boolean().default(true),
  gallery_reminders: z.boolean().default(true),
  /** The last day that the daily email has reported, or would have reported if the studio wanted it. */
  told_until: z.string().optional(),
});
export type EmailsRow = z.infer<typeof EmailsRow>;
const ExportRow = z.object({ id: z.literal('export'), made_at: z.string() });

const byId = { key: ['id'] } as const;
const emailSettings = table('SETTINGS_TABLE', byId, EmailsRow);
const exportRecords = table('SETTINGS_TABLE', byId, ExportRow);

/** Returns the studio's choices of emails; strongly consistent. */
export const readEmailSettings = async (): Promise<EmailsRow> =>
  (await emailSettings.get({ id: 'emails' }, { consistent: true })) ?? EmailsRow.parse({ id: 'emails' });

/** Returns the write that changes settings; the row need not exist. */
export function changeEmailSettings(set: EditSettings): Write {
  const changedSettings = Object.entries(set).filter(([, value]) => value !== undefined);
  return {
    Update: {
      TableName: env('SETTINGS_TABLE'),
      Key: { id: 'emails' },
      UpdateExpression: `SET ${changedSettings.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(changedSettings.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(changedSettings.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

/**
 * Returns the write that records the last reported day; it fails when another run has recorded one since it was read.
 */
export const changeNotifiedUntil = (before: string | undefined, told_until: string): Write => ({
  Update: {
    TableName: env('SETTINGS_TABLE'),
    Key: { id: 'emails' },
    UpdateExpression: 'SET told_until = :until',
    ConditionExpression: before === undefined ? 'attribute_not_exists(told_until)' : 'told_until = :before',
    ExpressionAttributeValues: { ':until': told_until, ...(before !== undefined && { ':before': before }) },
  },
});

/** Returns the write that records an export. */
export const recordExport = (made_at: string): Write => ({
  Put: { TableName: env('SETTINGS_TABLE'), Item: { id: 'export', made_at } satisfies z.input<typeof ExportRow> },
});

/** Returns the time of the last export; null when there was none. */
export const readExportedAt = async (): Promise<string | null> =>
  (await exportRecords.get({ id: 'export' }))?.made_at ?? null;
