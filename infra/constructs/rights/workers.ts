import { publishedKey } from '#shared/website/site-renderer.ts';
import type { FunctionName } from '../../blueprint/functions.ts';
import type { Rights } from './grants.ts';
import { publishedFacts } from './published-facts.ts';

/** The permissions of the workers. */
export const workerRights = {
  'create-login': {
    tables: { customers: ['dynamodb:GetItem'] },
    createsLogins: true,
  },

  'limit-token': { tables: {} },

  'name-token': { tables: {} },

  'process-photo': {
    tables: {
      // The announcement that waits until the watermark is on all photos, and its client's address.
      customers: ['dynamodb:GetItem'],
      outbox: ['dynamodb:PutItem'],
      timeline: ['dynamodb:UpdateItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      // Put: rebuilds a lost row from the uploaded object.
      // Query: the photos of a session that are marked.
      photos: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      pictures: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    // The studio's name, in the names under which the website's pictures are saved.
    readsRows: publishedFacts,
    // Delete: objects that it has stored, when another run has settled the photo differently in the meantime.
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      // Get: makes the print size from the original, and measures the web size.
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'pictures/', actions: ['s3:PutObject', 's3:DeleteObject'] },
    ],
    listsObjects: ['landing', 'photos'],
    // Media: the public copies of a replaced or marked photo, and downloads that contain its earlier file. Photo: the
    // next step of marking a session, or of setting its capture times.
    sendsTo: ['download', 'media', 'photo'],
  },

  'move-derivatives': {
    tables: {
      // A deleted session, until all of its photos have new media keys.
      sessions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      // Withdraws downloads that contain a hidden photo.
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
    },
    // The studio's name, in the names under which public copies are saved.
    readsRows: publishedFacts,
    objects: [
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'portfolio/', actions: ['s3:PutObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:DeleteObject'] },
    ],
    listsObjects: ['photos'],
    sendsTo: ['media'],
    clearsEdge: true,
  },

  'send-email': {
    tables: {
      timeline: ['dynamodb:UpdateItem'],
      // Query: the queued emails, where a schedule starts it.
      outbox: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      emails: ['dynamodb:UpdateItem'],
      // The standing of a session's choices.
      selections: ['dynamodb:GetItem', 'dynamodb:Query'],
      quotes: ['dynamodb:BatchGetItem'],
      offers: ['dynamodb:GetItem'],
      settings: ['dynamodb:GetItem'],
      // The studio's name and city, as they are published.
      website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      guards: ['dynamodb:UpdateItem'],
      // The facts about photos in an email are read when it is sent.
      customers: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      photos: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      downloads: ['dynamodb:GetItem'],
    },
    // The cover in the announcement email; a missing object must return 404, not 403.
    objects: [{ bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] }],
    listsObjects: ['photos'],
    sendsEmails: true,
  },

  'record-bounce': {
    tables: {
      outbox: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      emails: ['dynamodb:UpdateItem'],
      timeline: ['dynamodb:UpdateItem'],
    },
  },

  /**
   * The function that publishes writes the site's documents, and which version visitors see; never the content itself.
   */
  'publish-site': {
    tables: { website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'] },
    updatesAttributes: [
      {
        table: 'website',
        attributes: [
          ...['id', 'number', 'build', 'currency'],
          ...['failed_number', 'failed_build', 'failed_currency', 'failed_at'],
        ],
      },
    ],
    writesPages: true,
    readsPages: [publishedKey],
    clearsEdge: true,
  },

  'daily-sweep': {
    tables: {
      // The last day of the daily email.
      settings: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      customers: [
        'dynamodb:GetItem',
        'dynamodb:Query',
        // A joined record, while its timeline moves.
        'dynamodb:ConditionCheckItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
      ],
      sessions: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // Update: the quotes of records that were joined.
      quotes: ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // Put: the step of an offer that expired. Update: also the offers of records that were joined.
      offers: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // The daily email, reminders, and the emails about the undo of a join.
      // Delete: the emails of erased customers, which can't be sent again.
      outbox: ['dynamodb:PutItem', 'dynamodb:DeleteItem'],
      // Update: the emails of records that were joined.
      emails: ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      links: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DeleteItem'],
      guests: ['dynamodb:Query', 'dynamodb:DeleteItem'],
      selections: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DeleteItem'],
      // The pictures that the draft and the kept versions show.
      website: ['dynamodb:GetItem', 'dynamodb:BatchGetItem'],
      pictures: ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      // The number of pictures in the library.
      guards: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    objects: [
      { bucket: 'landing', prefix: '', actions: ['s3:GetObject', 's3:DeleteObject'] },
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'refused/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:DeleteObject'] },
      { bucket: 'photos', prefix: 'portfolio/', actions: ['s3:DeleteObject'] },
      // Versions: only archives whose links have ended are deleted for good.
      { bucket: 'photos', prefix: 'downloads/', actions: ['s3:DeleteObject', 's3:DeleteObjectVersion'] },
      { bucket: 'photos', prefix: 'pictures/', actions: ['s3:DeleteObject'] },
    ],
    // Logins of the clients' pool that no record names.
    removesLogins: true,
    listsObjects: ['landing'],
    listsVersions: ['photos'],
    sendsTo: ['photo', 'media'],
  },

  'prepare-download': {
    tables: {
      // Put: a download that is prepared ahead.
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      customers: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
      outbox: ['dynamodb:PutItem'],
    },
    objects: [
      { bucket: 'photos', prefix: 'originals/', actions: ['s3:GetObject'] },
      { bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] },
      {
        bucket: 'photos',
        prefix: 'downloads/',
        actions: [
          's3:GetObject',
          's3:PutObject',
          's3:DeleteObject',
          's3:AbortMultipartUpload',
          's3:ListMultipartUploadParts',
        ],
      },
    ],
    listsObjects: ['photos'],
    sendsTo: ['download', 'photo'],
  },
} satisfies Partial<Record<FunctionName, Rights>>;
