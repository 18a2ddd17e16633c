import { DeleteObjectsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';

/** Every key of an archive, and of a print size, begins with it. */
const Prefix = 'downloads/';

/**
 * Deletes ZIP archives and print sizes for good that were stored before this time, when no link to them is valid any
 * more. The bucket's own rule would keep each for another day or two: it acts at midnight, and leaves a version behind.
 * @param isOver returns true when no time is left; the next run goes on
 * @returns how many versions, delete markers among them
 * @throws when S3 could not delete one
 */
export async function deleteOldArchives(before: Date, isOver: () => boolean): Promise<number> {
  let count = 0;
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (from && !isOver()) {
    const { Versions, DeleteMarkers, ...page } = await s3().send(
      new ListObjectVersionsCommand({ Bucket: env('PHOTOS_BUCKET'), Prefix, ...from }),
    );
    const old = [...(Versions ?? []), ...(DeleteMarkers ?? [])].filter(
      ({ LastModified }) => LastModified !== undefined && LastModified <= before,
    );
    if (old.length > 0) {
      const Objects = old.map(({ Key, VersionId }) => ({ Key, VersionId }));
      const { Errors = [] } = await s3().send(
        new DeleteObjectsCommand({ Bucket: env('PHOTOS_BUCKET'), Delete: { Objects, Quiet: true } }),
      );
      if (Errors[0]) throw new Error(`${Errors.length} archives could not be deleted: ${Errors[0].Message}`);
    }
    count += old.length;
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
  }
  return count;
}
