import { accountId, region } from '../addresses.ts';
import type { Entry, SettingName } from './bucket.ts';
import type { Context } from './context.ts';
import { readNotificationConfiguration, testEventEntries } from './events.ts';
import { readCorsConfiguration } from './http/cors.ts';
import { type Answer, isoTime, xmlAnswer } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { allowChildren, element, parseDocument, textElement, textOf, xmlDocument } from './http/xml.ts';

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
    // us-east-1 is the default region, requested by naming none.
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

const doneAnswer: Answer = { status: 200, headers: {} };

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

/** Sets the queues to notify, and sends S3's test event to each. */
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
  xml: string,
  furtherEntries: Entry[] = [],
): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  await bucket.commit(() => ({ entries: [{ type: 'set', name, xml }, ...furtherEntries], result: undefined }));
  return doneAnswer;
}
