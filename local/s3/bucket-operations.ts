import { accountId, region } from '../addresses.ts';
import type { Entry, SettingName } from './bucket.ts';
import type { Context } from './context.ts';
import { readCorsConfiguration } from './cors.ts';
import { readNotificationConfiguration, testEventEntries } from './events.ts';
import { type Answer, isoTime, xmlAnswer } from './request.ts';
import { S3Error } from './s3-error.ts';
import { allowChildren, childrenOf, element, parseDocument, textElement, textOf, xmlDocument } from './xml.ts';

export async function listBuckets({ store }: Context): Promise<Answer> {
  const buckets = [...store.buckets.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return xmlAnswer(
    xmlDocument(
      'ListAllMyBucketsResult',
      element('Owner', textElement('ID', accountId)),
      element(
        'Buckets',
        ...buckets.map((bucket) =>
          element('Bucket', textElement('Name', bucket.name), textElement('CreationDate', isoTime(bucket.created))),
        ),
      ),
    ),
  );
}

export async function createBucket({ request, payload, store }: Context): Promise<Answer> {
  const body = await payload.text();
  if (body) {
    const root = parseDocument(body, 'CreateBucketConfiguration');
    allowChildren(root, 'LocationConstraint');
    // us-east-1 is the one region that is asked for by not naming any.
    if (textOf(root, 'LocationConstraint')) throw new S3Error('IllegalLocationConstraintException');
  }
  await store.create(request.bucket);
  return { status: 200, headers: { location: `/${request.bucket}` } };
}

export async function headBucket({ request, store }: Context): Promise<Answer> {
  store.bucket(request.bucket);
  return { status: 200, headers: { 'x-amz-bucket-region': region } };
}

export async function deleteBucket({ request, store }: Context): Promise<Answer> {
  await store.delete(request.bucket);
  return { status: 204, headers: {} };
}

export async function getBucketLocation({ request, store }: Context): Promise<Answer> {
  store.bucket(request.bucket);
  return xmlAnswer(xmlDocument('LocationConstraint'));
}

const done: Answer = { status: 200, headers: {} };

export async function putBucketCors(context: Context): Promise<Answer> {
  const xml = await context.payload.text();
  readCorsConfiguration(xml);
  return setSetting(context, 'cors', xml);
}

export async function putBucketVersioning(context: Context): Promise<Answer> {
  const xml = await context.payload.text();
  const root = parseDocument(xml, 'VersioningConfiguration');
  allowChildren(root, 'Status');
  if (!/^(Enabled|Suspended)$/.test(textOf(root, 'Status') ?? '')) throw new S3Error('MalformedXML');
  return setSetting(context, 'versioning', xml);
}

/** Remembers the rules. Nothing here expires anything: on one machine nobody waits for days, and space is free. */
export async function putBucketLifecycle(context: Context): Promise<Answer> {
  const xml = await context.payload.text();
  const root = parseDocument(xml, 'LifecycleConfiguration');
  allowChildren(root, 'Rule');
  const rules = childrenOf(root, 'Rule');
  if (rules.length === 0 || rules.some((rule) => !/^(Enabled|Disabled)$/.test(textOf(rule, 'Status') ?? ''))) {
    throw new S3Error('MalformedXML');
  }
  return setSetting(context, 'lifecycle', xml);
}

/** Sets which queues hear of what, and sends each S3's test event. */
export async function putBucketNotification(context: Context): Promise<Answer> {
  const { request, payload, store, canNotify } = context;
  const xml = await payload.text();
  const configurations = readNotificationConfiguration(xml);
  if (configurations.length > 0 && !canNotify) {
    throw new S3Error('InvalidArgument', 'Unable to validate the following destination configurations', {
      ArgumentName: configurations.map(({ queueArn }) => queueArn).join(', '),
      ArgumentValue: 'This S3 was started without an SQS endpoint.',
    });
  }
  return setSetting(
    context,
    'notification',
    xml,
    testEventEntries(store.bucket(request.bucket), request, configurations),
  );
}

async function setSetting(
  { request, store }: Context,
  name: SettingName,
  xml: string | undefined,
  more: Entry[] = [],
): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  await bucket.commit(() => ({ entries: [{ type: 'set', name, xml }, ...more], result: undefined }));
  return done;
}

/** Answers a configuration as it was put. */
function getSetting({ request, store }: Context, name: SettingName): Answer | undefined {
  const xml = store.bucket(request.bucket).settings.get(name);
  return xml === undefined ? undefined : xmlAnswer(xml);
}

export async function getBucketCors(context: Context): Promise<Answer> {
  const answer = getSetting(context, 'cors');
  if (!answer) throw new S3Error('NoSuchCORSConfiguration', undefined, { BucketName: context.request.bucket });
  return answer;
}

export async function getBucketLifecycle(context: Context): Promise<Answer> {
  const answer = getSetting(context, 'lifecycle');
  if (!answer) throw new S3Error('NoSuchLifecycleConfiguration', undefined, { BucketName: context.request.bucket });
  return answer;
}

export async function getBucketVersioning(context: Context): Promise<Answer> {
  return getSetting(context, 'versioning') ?? xmlAnswer(xmlDocument('VersioningConfiguration'));
}

export async function getBucketNotification(context: Context): Promise<Answer> {
  return getSetting(context, 'notification') ?? xmlAnswer(xmlDocument('NotificationConfiguration'));
}

export async function deleteBucketCors(context: Context): Promise<Answer> {
  await setSetting(context, 'cors', undefined);
  return { status: 204, headers: {} };
}

export async function deleteBucketLifecycle(context: Context): Promise<Answer> {
  await setSetting(context, 'lifecycle', undefined);
  return { status: 204, headers: {} };
}
