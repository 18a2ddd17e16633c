import { GetCommand, paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AttachmentRow, type ExportedTable, isSession, type PhotoRow, type Row } from './rows.ts';
import type { Source } from './source.ts';

/** Returns a line for each session whose counts differ from the number of its photos or attachments. */
export function wrongCounts({ sessions, photos }: Pick<Record<ExportedTable, Row[]>, 'sessions' | 'photos'>): string[] {
  const ready = Map.groupBy(
    (photos as unknown as PhotoRow[]).filter(({ state }) => state === 'ready'),
    ({ session_id }) => session_id,
  );
  return sessions.filter(isSession).flatMap((session) => {
    const sessionPhotos = ready.get(session.id) ?? [];
    const visiblePhotos = sessionPhotos.filter(({ is_approved }) => is_approved);
    const favorites = visiblePhotos.filter(({ is_favorite }) => is_favorite);
    const attachments = ready.get(`attachments#${session.id}`) ?? [];
    const { photos_count, visible_count, favorites_count = 0, attachments_count = 0 } = session;
    const storedCounts = [photos_count, visible_count, favorites_count, attachments_count].join('/');
    const actualCounts = [sessionPhotos, visiblePhotos, favorites, attachments].map(({ length }) => length).join('/');
    return storedCounts === actualCounts ? [] : [`session ${session.id} says ${storedCounts}, has ${actualCounts}`];
  });
}

/** Deletes the counts of guests and of their notes from a session's links; the next guest or note counts them again. */
export async function forgetGuestCounts({ dynamodb, tables: tableNames }: Source, sessionId: string): Promise<void> {
  const pages = paginateQuery(
    { client: dynamodb },
    {
      TableName: tableNames.links,
      IndexName: 'by_session',
      KeyConditionExpression: 'session_id = :session',
      ExpressionAttributeValues: { ':session': sessionId },
    },
  );
  for await (const { Items = [] } of pages) {
    for (const { id } of Items) {
      await dynamodb.send(
        new UpdateCommand({
          TableName: tableNames.links,
          Key: { id },
          UpdateExpression: 'REMOVE guests_count, notes_length',
          ConditionExpression: 'attribute_exists(id)',
        }),
      );
    }
  }
}

/**
 * Sets a session's counts to the numbers of its photos and attachments, and deletes the counts of its selections and
 * links, and the ids of its selections; the next selection or link counts them again.
 */
export async function recount(
  { dynamodb, tables: tableNames }: Pick<Source, 'dynamodb' | 'tables'>,
  id: string,
): Promise<void> {
  const { Item: session } = await dynamodb.send(new GetCommand({ TableName: tableNames.sessions, Key: { id } }));
  const counts: Record<string, number> = {
    photos_count: 0,
    visible_count: 0,
    favorites_count: 0,
    listed_count: 0,
    placed_count: 0,
    finished_count: 0,
    finished_new_count: 0,
    attachments_count: 0,
    attachment_bytes: 0,
    listed_attachments_count: 0,
    original_bytes: 0,
    derivative_bytes: 0,
    // A chapter may have lost its last photo.
    ...Object.fromEntries(Object.keys(session ?? {}).flatMap((name) => (isChapterCount(name) ? [[name, 0]] : []))),
  };
  const add = (name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by;
  };
  const pagesOf = (partition: string) =>
    paginateQuery(
      { client: dynamodb },
      {
        TableName: tableNames.photos,
        ConsistentRead: true,
        KeyConditionExpression: 'session_id = :session',
        ExpressionAttributeValues: { ':session': partition },
      },
    );
  for await (const { Items = [] } of pagesOf(`attachments#${id}`)) {
    for (const attachment of Items as AttachmentRow[]) {
      if (attachment.state !== 'deleted') add('listed_attachments_count', 1);
      if (attachment.state !== 'ready') continue;
      add('attachments_count', 1);
      add('attachment_bytes', attachment.size);
    }
  }
  for await (const { Items = [] } of pagesOf(id)) {
    for (const photo of Items as PhotoRow[]) {
      if (photo.state !== 'deleted') add('listed_count', 1);
      if (photo.state !== 'ready') continue;
      add('photos_count', 1);
      if (photo.is_approved) add('visible_count', 1);
      if (photo.is_approved && photo.is_favorite) add('favorites_count', 1);
      if (photo.place !== undefined) add('placed_count', 1);
      if (photo.stage === 'finished') add('finished_count', 1);
      if (photo.is_approved && photo.finished_round === (session?.finished_round ?? 0)) add('finished_new_count', 1);
      if (photo.chapter_id !== undefined) {
        add(`photos_in_${photo.chapter_id}`, 1);
        add(`visible_in_${photo.chapter_id}`, Number(photo.is_approved));
      }
      for (const { size, derivative_bytes, marked_bytes = 0 } of [photo, ...(photo.former ?? [])]) {
        if (derivative_bytes === undefined) continue;
        add('original_bytes', size);
        add('derivative_bytes', derivative_bytes + marked_bytes);
      }
    }
  }
  const attributes = Object.entries(counts);
  const removed = [
    ...['selections_count', 'studio_links_count', 'client_links_count'],
    ...Object.keys(session ?? {}).filter((name) => name.startsWith('has_selection_')),
  ];
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableNames.sessions,
      Key: { id },
      UpdateExpression: `SET ${attributes.map((_, at) => `#${at} = :${at}`).join(', ')} REMOVE ${removed.join(', ')}`,
      ConditionExpression: 'attribute_exists(id)',
      ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], at) => [`#${at}`, name])),
      ExpressionAttributeValues: Object.fromEntries(attributes.map(([, count], at) => [`:${at}`, count])),
    }),
  );
}

const isChapterCount = (attribute: string) => /^(photos|visible)_in_/.test(attribute);
