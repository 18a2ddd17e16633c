import { accountId, region } from '../addresses.ts';
import type { Bucket, Entry } from './bucket.ts';
import type { S3Request } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { allowChildren, childrenOf, parseDocument, textOf, textsOf, type XmlElement } from './http/xml.ts';
import { encodeKey } from './keys.ts';

/** An event notification of a bucket. */
interface QueueConfiguration {
  id: string;
  queueArn: string;
  /** The event names, such as `s3:ObjectCreated:*`. */
  events: string[];
  prefix: string;
  suffix: string;
}

export type EventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete'
  | 'ObjectRemoved:DeleteMarkerCreated';

/** Events that are sent here, and events that can't occur here. */
const knownEvents =
  /^s3:(ObjectCreated:(\*|Put|Post|Copy|CompleteMultipartUpload)|ObjectRemoved:(\*|Delete|DeleteMarkerCreated))$/;

/**
 * Reads a NotificationConfiguration.
 * @throws NotImplemented for destinations other than queues and for other events; InvalidArgument for an ARN that is no
 * queue's
 */
export function readNotificationConfiguration(xml: string): QueueConfiguration[] {
  const root = parseDocument(xml, 'NotificationConfiguration');
  allowChildren(root, 'QueueConfiguration');
  return childrenOf(root, 'QueueConfiguration').map((configuration, index) => {
    allowChildren(configuration, 'Id', 'Queue', 'Event', 'Filter');
    const queueArn = textOf(configuration, 'Queue') ?? '';
    const events = textsOf(configuration, 'Event');
    if (!new RegExp(`^arn:aws:sqs:${region}:${accountId}:[\\w-]+$`).test(queueArn)) {
      throw new S3Error('InvalidArgument', 'The ARN could not be parsed', {
        ArgumentName: queueArn,
        ArgumentValue: queueArn,
      });
    }
    if (events.length === 0) throw new S3Error('MalformedXML');
    const unknown = events.find((event) => !knownEvents.test(event));
    if (unknown) throw new S3Error('NotImplemented', `This local S3 has no event ${unknown}.`);
    const id = textOf(configuration, 'Id') ?? `configuration-${index + 1}`;
    return { id, queueArn, events, ...readFilter(childrenOf(configuration, 'Filter')[0]) };
  });
}

function readFilter(filter: XmlElement | undefined): { prefix: string; suffix: string } {
  const affixes = { prefix: '', suffix: '' };
  if (filter) allowChildren(filter, 'S3Key');
  for (const rule of filter?.children.flatMap((key) => childrenOf(key, 'FilterRule')) ?? []) {
    const name = textOf(rule, 'Name')?.toLowerCase();
    if (name !== 'prefix' && name !== 'suffix')
      throw new S3Error('InvalidArgument', 'filter rule name must be either prefix or suffix');
    affixes[name] = textOf(rule, 'Value') ?? '';
  }
  return affixes;
}

let lastSequence = 0n;

/** Returns a strictly increasing sequencer, across restarts too while the clock does not go back. */
function nextSequencer(): string {
  const now = BigInt(Date.now()) << 20n;
  lastSequence = now > lastSequence ? now : lastSequence + 1n;
  return lastSequence.toString(16).toUpperCase().padStart(18, '0');
}

/**
 * Returns the log entries that send an event about an object to every queue configured for it. They must be in the
 * commit that changes the object, so that a crash can't separate the two.
 * @param object without size and etag after a delete
 * @param doubled whether a fault delivers the events twice
 */
export function eventEntries(
  bucket: Bucket,
  request: S3Request,
  eventName: EventName,
  key: string,
  object: { versionId: string; size?: number; etag?: string },
  doubled: boolean,
): Entry[] {
  const xml = bucket.settings.get('notification');
  if (xml === undefined) return [];
  const matchingConfigurations = readNotificationConfiguration(xml).filter(
    ({ events, prefix, suffix }) =>
      events.some((event) => event === `s3:${eventName}` || event === `s3:${eventName.split(':')[0]}:*`) &&
      key.startsWith(prefix) &&
      key.endsWith(suffix),
  );
  return matchingConfigurations.flatMap(({ id, queueArn }) => {
    const sequencer = nextSequencer();
    const body = {
      Records: [
        {
          eventVersion: '2.1',
          eventSource: 'aws:s3',
          awsRegion: region,
          eventTime: new Date().toISOString(),
          eventName,
          userIdentity: { principalId: `AWS:${accountId}` },
          requestParameters: { sourceIPAddress: request.sourceAddress },
          responseElements: { 'x-amz-request-id': request.id },
          s3: {
            s3SchemaVersion: '1.0',
            configurationId: id,
            bucket: {
              name: bucket.name,
              ownerIdentity: { principalId: accountId },
              arn: `arn:aws:s3:::${bucket.name}`,
            },
            object: {
              key: encodeKey(key),
              ...(object.size === undefined ? {} : { size: object.size }),
              ...(object.etag === undefined ? {} : { eTag: object.etag }),
              ...(object.versionId === 'null' ? {} : { versionId: object.versionId }),
              sequencer,
            },
          },
        },
      ],
    };
    return (doubled ? ['', '-again'] : ['']).map(
      (suffix): Entry => ({ type: 'event', event: { id: `${sequencer}${suffix}`, queueArn, body } }),
    );
  });
}

/** Returns the test events that S3 sends to each queue when a bucket's notifications are set. */
export function testEventEntries(bucket: Bucket, request: S3Request, configurations: QueueConfiguration[]): Entry[] {
  return configurations.map(({ queueArn }) => ({
    type: 'event',
    event: {
      id: nextSequencer(),
      queueArn,
      body: {
        Service: 'Amazon S3',
        Event: 's3:TestEvent',
        Time: new Date().toISOString(),
        Bucket: bucket.name,
        RequestId: request.id,
      },
    },
  }));
}
