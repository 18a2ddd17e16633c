import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Deletes tables without deletion protection; missing ones are ignored. */
export async function deleteTables(dynamodb: DynamoDBClient, names: string[]): Promise<void> {
  for (const TableName of names) {
    await dynamodb.send(new DeleteTableCommand({ TableName })).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    });
  }
}

/**
 * Deletes all versions of all objects in a bucket, then the bucket.
 * @returns false when an object arrived during the deletion: AWS delivers access logs up to some hours late
 */
export async function deleteBucket(s3: S3Client, Bucket: string): Promise<boolean> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) break;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors[0]) throw new Error(`${Errors.length} objects of ${Bucket} could not be deleted: ${Errors[0].Code}.`);
  }
  return s3.send(new DeleteBucketCommand({ Bucket })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.name === 'BucketNotEmpty') return false;
      throw error;
    },
  );
}
