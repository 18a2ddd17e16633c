import { SendEmailCommand, type SendEmailCommandOutput } from '@aws-sdk/client-sesv2';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent, ScheduledEvent } from 'aws-lambda';
import {
  emailTag,
  listQueued,
  type OutboxRow,
  OutdatedEmailError,
  readEmail,
  recordFailure,
  recordSent,
  recordUnwanted,
  tagOfEmail,
} from '../../domain/emails/outbox.ts';
import { type SentContent, storeSentEmail } from '../../domain/emails/sent-emails.ts';
import { readDerivative } from '../../domain/photos/files/files.ts';
import { readChangedWords } from '../../domain/settings/email-words.ts';
import { readEmailSettings } from '../../domain/settings/repository.ts';
import { followEmail, recordSentWords } from '../../domain/timeline/follow-email.ts';
import { readPublishedFacts } from '../../domain/website/facts.ts';
import { nameOfWords, writeEmail } from '../../emails/emails.ts';
import { coverId } from '../../emails/mail.ts';
import type { WholeEmail } from '../../emails/whole-email.ts';
import { ses } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { isBusy } from '../../platform/errors.ts';
import { countMember } from '../../platform/guards.ts';
import { log } from '../../platform/log.ts';
import { duringRequest } from '../../platform/request.ts';
import { transact, write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import { eachChange } from '../batch.ts';
import { asJpeg } from './cover.ts';
import { displayName } from './display-name.ts';
import { withFacts } from './facts.ts';
import { withoutSecrets } from './without-secrets.ts';

/** Emails of one kind per client and day. Further emails are recorded as failed, and the studio can send them again. */
const perRecipient = 5;

/**
 * Sends the outbox's queued emails; nothing else in the product sends email. The outbox's stream starts this function;
 * in an account whose limit of concurrent functions is too low for one run per shard, a schedule does.
 */
export async function handler(
  event: DynamoDBStreamEvent | ScheduledEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<DynamoDBBatchResponse> {
  if (!('Records' in event)) return sendQueued(context);
  return eachChange(event.Records, async (record) => {
    const id = record.dynamodb?.Keys?.id?.S;
    if (id && isQueued(record)) await send(id);
  });
}

/** Milliseconds that one attempt to send may take; with less time left, the next run continues. */
const msPerEmail = 10_000;

/**
 * Sends the emails that are queued.
 * @throws Error, after the other emails are sent, when an email could not be sent; it stays queued for the next run
 */
async function sendQueued(context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<DynamoDBBatchResponse> {
  let failures = 0;
  for (const { id } of await listQueued()) {
    if (context.getRemainingTimeInMillis() < msPerEmail) break;
    await send(id).catch((error: unknown) => {
      failures += 1;
      log.error('An email could not be sent; the next run tries again.', { id, error });
    });
  }
  if (failures > 0) throw new Error(`${failures} emails could not be sent.`);
  return { batchItemFailures: [] };
}

/** Whether a row is new or was set back to `queued`; false for the outcomes that this worker writes. */
const isQueued = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.NewImage?.state?.S === 'queued' && dynamodb.OldImage?.state?.S !== 'queued';

/**
 * Sends one email, unless its row says that it was sent: a stream may deliver a record twice, one delivery after the
 * other. If the function stops between SES's response and the write of the row, the retry sends the email again.
 */
async function send(id: string): Promise<void> {
  const email = await readEmail(id);
  if (email?.state !== 'queued') return;
  await duringRequest(email.request_id, async () => {
    try {
      if (await isWanted(email)) await post(await withFacts(email));
      else await write(recordUnwanted(id));
    } catch (error) {
      if (!(error instanceof OutdatedEmailError)) throw error;
      log.warn('An email was not sent: what it would say is no longer true.', { id, kind: email.kind });
      await recordOutcome(email, { trouble: 'outdated', reason: error.message });
    }
  });
}

/** Whether an email to the studio is one that the setting `at_once` switches off. */
const isSentAtOnce = (email: OutboxRow) =>
  ['message-received', 'messages-waiting', 'quote-accepted', 'change-requested'].includes(email.kind) ||
  (email.kind === 'quote-submitted' && email.selection !== undefined) ||
  (email.kind === 'picks-sent' && !email.to_client);

async function isWanted(email: OutboxRow): Promise<boolean> {
  if (email.resent) return true;
  if (isSentAtOnce(email)) return (await readEmailSettings()).at_once;
  if (email.kind === 'day-happened') return (await readEmailSettings()).daily;
  if (email.kind === 'selection-ending') return (await readEmailSettings()).reminders;
  if (email.kind === 'gallery-ending') return (await readEmailSettings()).gallery_reminders;
  return true;
}

async function post(email: OutboxRow & WholeEmail): Promise<void> {
  const { id } = email;
  const recipient = 'to' in email ? email.to : undefined;
  // Counted by its id, so that an email counts once although the stream may deliver its record twice.
  if (
    recipient &&
    !email.resent &&
    (await countMember(`emails ${email.kind} ${recipient}`, id, daySeconds)) > perRecipient
  ) {
    log.warn('An email was not sent: the daily limit of this kind for the recipient is reached.', {
      id,
      kind: email.kind,
    });
    const reason = `The limit is ${perRecipient} emails of a kind and recipient in a day.`;
    return recordOutcome(email, { trouble: 'limited', reason });
  }
  const derivative = 'cover_key' in email ? await readDerivative(email.cover_key) : undefined;
  const cover = derivative && (await asJpeg(derivative));
  const studio = await readPublishedFacts();
  const name = nameOfWords(email);
  const mail = writeEmail(email, {
    site: env('SITE_ORIGIN'),
    studio,
    hasCover: cover !== undefined,
    words: name && (await readChangedWords(name)).words,
  });
  const { subject, text, html, replyTo } = mail;
  const content = withoutSecrets(email, mail);
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  let sent: SendEmailCommandOutput;
  try {
    sent = await ses().send(
      new SendEmailCommand({
        FromEmailAddress: `${displayName(studio.name)} <${env('SENDER_EMAIL')}>`,
        Destination: { ToAddresses: [recipient ?? env('STUDIO_EMAIL')] },
        // A client's reply goes to the studio's mailbox, not to the sender address.
        ReplyToAddresses: replyTo ? [replyTo] : recipient ? [env('STUDIO_EMAIL')] : undefined,
        // SES returns the tag with bounce and complaint events.
        EmailTags: [{ Name: emailTag, Value: tagOfEmail(id) }],
        Content: {
          Simple: {
            Subject: utf8(subject),
            Body: { Text: utf8(text), Html: utf8(html) },
            // The cover itself, not a link to it: a link would give access to a private photo.
            Attachments: cover && [
              {
                FileName: 'cover.jpg',
                ContentType: 'image/jpeg',
                ContentDisposition: 'INLINE',
                ContentId: coverId,
                ContentTransferEncoding: 'BASE64',
                RawContent: cover,
              },
            ],
          },
        },
      }),
    );
  } catch (error) {
    // Other errors may be temporary; the stream retries the record.
    if (!isRefusal(error)) throw error;
    log.error('SES refused an email.', { id, kind: email.kind, error });
    return recordOutcome(email, { trouble: 'refused', reason: `${error.name}: ${error.message}` }, content);
  }
  await recordOutcome(email, { message_id: sent.MessageId }, content);
  await recordSentWords(email, mail.typedText);
  log.info('An email was sent.', { id, kind: email.kind });
}

/** The result of an attempt to send an email: SES's message id, or why it was not sent. */
type Outcome = { message_id: string | undefined } | { trouble: 'refused' | 'limited' | 'outdated'; reason: string };

/**
 * Records the result of an attempt to send an email, at once in the outbox and in the list of sent emails.
 * @param content missing for an email that was not written
 */
async function recordOutcome(email: OutboxRow, outcome: Outcome, content?: SentContent): Promise<void> {
  if ('trouble' in outcome) {
    const { trouble, reason } = outcome;
    await transact([
      recordFailure(email.id, trouble, reason),
      storeSentEmail(email, { state: 'failed', trouble, reason }, content),
    ]);
    return followEmail(email, 'failed');
  }
  await transact([recordSent(email.id, outcome.message_id), storeSentEmail(email, { state: 'sent' }, content)]);
  await followEmail(email, 'sent');
}

/** Whether SES reports an error of the email itself, or of the permission to send it. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && '$fault' in error && error.$fault === 'client' && !isBusy(error);
