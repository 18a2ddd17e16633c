import type { ExportedNames } from '#shared/contract/exported-names.ts';
import { answerOf } from '../../../../lib/query/api.ts';
import { adminApi } from '../../admin-api.ts';

/** The file names of a list, with all words about them: as of now, for the export. */
export const readExportedNames = async (session: string, list: string): Promise<ExportedNames['items']> =>
  (await answerOf(adminApi.sessions[':session']['exported-names'].$get({ param: { session }, query: { list } }))).items;
