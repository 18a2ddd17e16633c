import type { ExportedNames } from '#shared/contract/exported-names.ts';
import { answerOf } from '../../../../lib/query/api.ts';
import { adminApi } from '../../admin-api.ts';

/** Returns the file names of a list with their notes and replies, as of now, for an export. */
export const readExportedNames = async (session: string, list: string): Promise<ExportedNames['items']> =>
  (await answerOf(adminApi.sessions[':session']['exported-names'].$get({ param: { session }, query: { list } }))).items;
