import { PutObjectCommand } from '@aws-sdk/client-s3';
import { pictureFiles, picturePath } from '#shared/website/website-pictures.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { contentDisposition } from '../photos/files/file-names.ts';
import { deleteStored } from '../photos/files/files.ts';

/** Stores and deletes the files of the website's pictures. Every operation is idempotent. */

const contentTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

/**
 * Stores the public files of a picture.
 * @param files the bytes by file name
 * @param name the name under which browsers save the files, without ending
 */
export async function putPictureFiles(id: string, files: Record<string, Buffer>, name: string): Promise<void> {
  await Promise.all(
    Object.entries(files).map(([file, Body]) =>
      s3().send(
        new PutObjectCommand({
          Bucket: env('PHOTOS_BUCKET'),
          Key: picturePath(id, file).slice(1),
          Body,
          ContentType: contentTypes[file.split('.').at(-1) as keyof typeof contentTypes],
          CacheControl: 'max-age=31536000, immutable',
          ContentDisposition: contentDisposition('inline', `${name}-${file}`),
        }),
      ),
    ),
  );
}

export const deletePictureFiles = ({ id, width }: { id: string; width: number }): Promise<void> =>
  deleteStored(pictureFiles(width).map((name) => picturePath(id, name).slice(1)));
