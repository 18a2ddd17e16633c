import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import type { TableName } from '../../blueprint/tables.ts';
import type { Say } from '../command-line.ts';
import { pictureKeys } from './picture-files.ts';
import {
  type AttachmentRow,
  type CustomerRow,
  checkRows,
  exportedTables,
  isAttachment,
  isCustomer,
  isGuest,
  isLink,
  isPhoto,
  isSession,
  isUniquenessRow,
  keyOf,
  type PhotoRow,
  type Row,
  rowsFile,
  type SessionRow,
  type WrittenRows,
  writeRows,
} from './rows.ts';
import { type Source, scan } from './source.ts';

/** Tables whose rows are used for files, pages and CSV tables of sessions. */
const usedTables: TableName[] = ['customers', 'sessions', 'photos', 'links', 'guests'];

/** Writes the rows of all tables and the logins, and returns those from which files, tables and pages are made. */
export async function exportRows(source: Source, folder: string, say: Say) {
  const writtenRows: Record<string, WrittenRows> = {};
  const customers = new Map<string, CustomerRow>();
  const sessions = new Map<string, SessionRow>();
  const photos: PhotoRow[] = [];
  const attachments: AttachmentRow[] = [];
  /** The keys of the website's pictures. */
  const pictureFileKeys: string[] = [];
  const badRows: string[] = [];
  for (const name of exportedTables) {
    writtenRows[name] = await writeRows(
      rowsFile(folder, name),
      withEach(scan(source, source.tables[name]), (row) => {
        if (name === 'pictures' && row.state === 'ready') pictureFileKeys.push(...pictureKeys(row));
        else if (name === 'customers' && isCustomer(row)) customers.set(row.id, row);
        else if (name === 'sessions' && isSession(row)) sessions.set(row.id, row);
        else if (name === 'photos' && isPhoto(row)) photos.push(row);
        else if (name === 'photos' && isAttachment(row)) attachments.push(row);
        else if ((name === 'links' && isLink(row)) || (name === 'guests' && isGuest(row))) return;
        else if (usedTables.includes(name) && !isUniquenessRow(row)) {
          badRows.push(`${name} ${JSON.stringify(keyOf(name, row))}`);
        }
      }),
    );
  }
  writtenRows.logins = await writeRows(rowsFile(folder, 'logins'), listLogins(source));
  say(
    `Rows: ${Object.entries(countsOf(writtenRows))
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`,
  );
  return { writtenRows, badRows, customers, sessions, photos, attachments, pictures: pictureFileKeys };
}

/** Returns the number of written rows of each table. */
export const countsOf = (writtenRows: Record<string, WrittenRows>): Record<string, number> =>
  Object.fromEntries(Object.entries(writtenRows).map(([name, { count }]) => [name, count]));

/**
 * Reads all files of rows again.
 * @throws Error for a file that does not read as it was written
 */
export async function checkAllRows(folder: string, writtenRows: Record<string, WrittenRows>): Promise<void> {
  for (const [name, rows] of Object.entries(writtenRows)) await checkRows(rowsFile(folder, name), rows);
}

/** Yields the rows, and calls `work` for each. */
async function* withEach(rows: AsyncIterable<Row>, work: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    work(row);
    yield row;
  }
}

/** Yields everyone who can sign in, with the pool's name. Cognito does not export passwords and authenticators. */
async function* listLogins({ cognito, userPools }: Source): AsyncGenerator<Row> {
  for (const [pool, UserPoolId] of Object.entries(userPools)) {
    for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId })) {
      for (const { Username: username, Attributes = [], UserStatus: status, Enabled: enabled } of Users) {
        const { sub, email } = Object.fromEntries(Attributes.map(({ Name = '', Value }) => [Name, Value]));
        yield { pool, username, sub, email, status, enabled };
      }
    }
  }
}
