import { type TableBlueprint, tables } from '../../blueprint/tables.ts';
import { type ExportedTable, readRows, rowsFile } from './rows.ts';

/** The bytes of a row that one write unit covers. */
const unitBytes = 1_024;

/**
 * Returns the write units that it takes at most to put an export's rows into these tables.
 * @param withIndexes whether the tables have their indexes, each of which may have a copy of a row
 */
export async function unitsToWrite(
  folder: string,
  names: readonly ExportedTable[],
  { withIndexes }: { withIndexes: boolean },
): Promise<number> {
  let units = 0;
  for (const name of names) {
    const { globalIndexes = {}, localIndexes = {} }: TableBlueprint = tables[name];
    const indexes = withIndexes ? Object.keys(globalIndexes).length + Object.keys(localIndexes).length : 0;
    for await (const row of readRows(rowsFile(folder, name))) {
      units += Math.ceil(Buffer.byteLength(JSON.stringify(row)) / unitBytes) * (1 + indexes);
    }
  }
  return units;
}
