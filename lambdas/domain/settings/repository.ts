import * as z from 'zod';
import type { EditSettings } from '#shared/contract/settings.ts';
import { env } from '../../platform/env.ts';
import { table, type Write } from '../../platform/table.ts';

/** A studio that has chosen nothing wants all emails. */
const EmailsRow = z.object({
  id: z.literal('emails'),
  at_once: z.boolean().default(true),
  daily: z.boolean().default(true),
  reminders: z.boolean().default(true),
  /** The last day of which the studio was told by the daily email, or did not want to be. */
  told_until: z.string().optional(),
});
export type EmailsRow = z.infer<typeof EmailsRow>;
const ExportRow = z.object({ id: z.literal('export'), made_at: z.string() });

const byId = { key: ['id'] } as const;
const emailSettings = table('SETTINGS_TABLE', byId, EmailsRow);
const exportRecords = table('SETTINGS_TABLE', byId, ExportRow);

/** Reads what the studio has chosen, strongly consistent. */
export const readEmailSettings = async (): Promise<EmailsRow> =>
  (await emailSettings.get({ id: 'emails' }, { consistent: true })) ?? EmailsRow.parse({ id: 'emails' });

/** Changes settings; the row need not exist. */
export function changeEmailSettings(set: EditSettings): Write {
  const given = Object.entries(set).filter(([, value]) => value !== undefined);
  return {
    Update: {
      TableName: env('SETTINGS_TABLE'),
      Key: { id: 'emails' },
      UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

/** Records the last day of which the studio was told; fails when another run has recorded one since it was read. */
export const changeToldUntil = (before: string | undefined, told_until: string): Write => ({
  Update: {
    TableName: env('SETTINGS_TABLE'),
    Key: { id: 'emails' },
    UpdateExpression: 'SET told_until = :until',
    ConditionExpression: before === undefined ? 'attribute_not_exists(told_until)' : 'told_until = :before',
    ExpressionAttributeValues: { ':until': told_until, ...(before !== undefined && { ':before': before }) },
  },
});

/** Records an export. */
export const recordExport = (made_at: string): Write => ({
  Put: { TableName: env('SETTINGS_TABLE'), Item: { id: 'export', made_at } satisfies z.input<typeof ExportRow> },
});

/** Returns when the last export was made, if ever. */
export const readExportedAt = async (): Promise<string | null> =>
  (await exportRecords.get({ id: 'export' }))?.made_at ?? null;
