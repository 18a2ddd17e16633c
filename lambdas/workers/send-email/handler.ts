import { SendEmailCommand, type SendEmailCommandOutput } from '@aws-sdk/client-sesv2';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { studio } from '#shared/studio.ts';
import { letterTag, type OutboxRow, readLetter, recordFailure, recordSent, tagOfLetter } from '../../domain/outbox.ts';
import { ses } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { isBusy } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { duringRequest } from '../../platform/request.ts';
import { write } from '../../platform/table.ts';
import { eachChange } from '../batch.ts';
import { writeLetter } from './letters.ts';

/** Sends what the outbox queues, and nothing else in the product sends. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  eachChange(event.Records, async (record) => {
    const id = record.dynamodb?.Keys?.id?.S;
    if (id && isQueued(record)) await send(id);
  });

/** A new row, or one set back to `queued`; not the outcomes that this worker writes itself. */
const isQueued = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.NewImage?.state?.S === 'queued' && dynamodb.OldImage?.state?.S !== 'queued';

/**
 * One letter, unless its row says that it went out already: a stream may tell of a change twice, one after the other.
 * Should the machine die between SES's answer and our note of it, the letter goes out again rather than never.
 */
async function send(id: string): Promise<void> {
  const letter = await readLetter(id);
  if (letter?.state !== 'queued') return;
  await duringRequest(letter.request_id, () => post(letter));
}

async function post(letter: OutboxRow): Promise<void> {
  const { id } = letter;
  const to = 'to' in letter ? letter.to : undefined;
  const { subject, text, html, replyTo } = writeLetter(letter, { site: env('SITE_ORIGIN') });
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  let sent: SendEmailCommandOutput;
  try {
    sent = await ses().send(
      new SendEmailCommand({
        FromEmailAddress: `${displayName(studio.name)} <${env('SENDER_EMAIL')}>`,
        Destination: { ToAddresses: [to ?? env('STUDIO_EMAIL')] },
        // A client's answer goes to the people, not to the address that letters come from.
        ReplyToAddresses: replyTo ? [replyTo] : to ? [env('STUDIO_EMAIL')] : undefined,
        // Comes back with the news of a letter that its reader's mailbox refused.
        EmailTags: [{ Name: letterTag, Value: tagOfLetter(id) }],
        Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
      }),
    );
  } catch (error) {
    // Anything that may pass by itself comes back with the stream's next try.
    if (!isRefusal(error)) throw error;
    log.error('SES refused a letter.', { id, kind: letter.kind, error });
    await write(recordFailure(id, `${error.name}: ${error.message}`));
    return;
  }
  await write(recordSent(id, sent.MessageId));
  log.info('A letter was sent.', { id, kind: letter.kind });
}

/** A name before an address: quoted, or as an encoded word where it is not plain ASCII (RFC 2047). */
const displayName = (name: string) =>
  /^[\x20-\x7e]*$/.test(name)
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`;

/** SES says that the letter itself, or our right to send it, is at fault. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && '$fault' in error && error.$fault === 'client' && !isBusy(error);
