import type { Key } from '../../platform/table.ts';
import { type Outcome, type Report, sumOf } from './report.ts';
import { attempt, type Sweep, type Task } from './task.ts';

const rowsAtOnce = 25;

/** The reads of one sort of rows: keys from an index, and each row as it is now. */
interface Source<Kind extends string, RowKey extends Key, Row> {
  /** The plural name of these rows, for the log. */
  name: string;
  /** Returns a page of the keys of rows that have been due since `until` or before. */
  readPage(
    kind: Kind,
    until: string,
    size: number,
    from: Key | undefined,
  ): Promise<{ rows: RowKey[]; last: Key | undefined }>;
  readRow(key: RowKey): Promise<Row | undefined>;
}

/** The work of the sweep on rows of one kind. */
interface Work<Kind extends string, Row> {
  kind: Kind;
  /** Milliseconds after which a row of this kind is due. */
  age: number;
  /**
   * Works on a row, and returns whether it did something: false for a row that has changed since the index was read.
   */
  workOn(row: Row, until: string): Promise<boolean>;
  /** The counts of the report to which a row adds when `workOn` did something. */
  adds: Outcome;
}

/** Returns the task that works on the due rows of one kind. */
export const taskOf = <Kind extends string, RowKey extends Key, Row>(
  source: Source<Kind, RowKey, Row>,
  work: Work<Kind, Row>,
): Task => ({
  name: `read the ${source.name} that are ${work.kind}`,
  run: (sweep) => workOnRows(source, work, sweep),
  failsRun: true,
});

/** Works on each due row until time runs out. */
async function workOnRows<Kind extends string, RowKey extends Key, Row>(
  { name, readPage, readRow }: Source<Kind, RowKey, Row>,
  { kind, age, workOn, adds }: Work<Kind, Row>,
  { ago, isOver }: Sweep,
): Promise<Report> {
  const until = ago(age).toISOString();
  const outcomes: Outcome[] = [];
  let from: Key | undefined;
  do {
    const page = await readPage(kind, until, rowsAtOnce, from);
    const rows = (await Promise.all(page.rows.map(readRow))).filter((row) => row !== undefined);
    if (isOver()) {
      outcomes.push({ unfinished: true });
      break;
    }
    const attemptRow = (row: Row) =>
      attempt('a row', async () => ((await workOn(row, until)) ? adds : {}), { kind: `${name} ${kind}` });
    outcomes.push(...(await Promise.all(rows.map(attemptRow))));
    from = page.last;
  } while (from);
  return sumOf(outcomes);
}
