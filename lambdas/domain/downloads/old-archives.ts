import { DeleteObjectsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';

/** The prefix of the keys of all archives and print sizes. */
const Prefix = 'downloads/';

/**
 * Deletes ZIP archives and print sizes for good that were stored before this time, when every link to them has expired.
 * The bucket's own rule would keep each for another day or two: it acts at midnight and leaves a version behind.
 * @param isTimeOver returns whether the function's time is running out; the next run continues
 * @returns the number of deleted versions, including delete markers
 * @throws Error when S3 could not delete one
 */
export async function deleteOldArchives(before: Date, isTimeOver: () => boolean): Promise<number> {
  let count = 0;
  let startMarkers: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (startMarkers && !isTimeOver()) {
    const { Versions, DeleteMarkers, ...page } = await s3().send(
      new ListObjectVersionsCommand({ Bucket: env('PHOTOS_BUCKET'), Prefix, ...startMarkers }),
    );
    const oldVersions = [...(Versions ?? []), ...(DeleteMarkers ?? [])].filter(
      ({ LastModified }) => LastModified !== undefined && LastModified <= before,
    );
    if (oldVersions.length > 0) {
      const Objects = oldVersions.map(({ Key, VersionId }) => ({ Key, VersionId }));
      const { Errors = [] } = await s3().send(
        new DeleteObjectsCommand({ Bucket: env('PHOTOS_BUCKET'), Delete: { Objects, Quiet: true } }),
      );
      if (Errors[0]) throw new Error(`${Errors.length} archives could not be deleted: ${Errors[0].Message}`);
    }
    count += oldVersions.length;
    startMarkers = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
  return count;
}
