import type { FunctionName } from '../../blueprint/functions.ts';
import { deadLetterNames } from '../../blueprint/queues.ts';
import type { Rights } from './grants.ts';
import { publishedFacts } from './published-facts.ts';

/** The permissions of the functions that answer requests, one for each audience. */
export const audienceRights = {
  /** The function for visitors stores messages, and reads public data. */
  public: {
    tables: {
      messages: ['dynamodb:PutItem'],
      outbox: ['dynamodb:PutItem'],
      guards: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    },
    // The studio's name and contact, for the pages that answer a form.
    readsRows: publishedFacts,
    indexes: [{ table: 'photos', index: 'portfolio' }],
    starts: ['create-login'],
    readsApiKey: true,
  },

  /**
   * The function for guests of a link reads sessions and photos, counts a link's visits and the length of its notes,
   * writes guests' names, picks and notes, queues ZIP archives of a session, and queues emails about picks that were
   * sent.
   */
  guest: {
    tables: {
      timeline: ['dynamodb:UpdateItem'],
      outbox: ['dynamodb:PutItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      downloads: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      links: ['dynamodb:GetItem'],
      guests: [
        'dynamodb:GetItem',
        'dynamodb:Query',
        // A pick is written only for a guest who has said their name.
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      guards: ['dynamodb:UpdateItem'],
    },
    updatesAttributes: [{ table: 'links', attributes: ['id', 'opened_at', 'visits', 'guests_count', 'notes_length'] }],
    sendsTo: ['download'],
    signs: true,
    readsApiKey: true,
  },

  /** The function for previews reads the cover that previews of a link show, and the document. It writes nothing. */
  preview: {
    tables: {
      links: ['dynamodb:GetItem'],
      sessions: ['dynamodb:GetItem'],
      photos: ['dynamodb:GetItem', 'dynamodb:Query'],
    },
    objects: [{ bucket: 'photos', prefix: 'media/', actions: ['s3:GetObject'] }],
    listsObjects: ['photos'],
    readsPages: ['shared.html'],
    readsApiKey: true,
  },

  /**
   * The function for clients can't delete anything, can't change a selection's prices or a guest's name, changes only
   * some attributes of a session, and can't read a bucket: clients read photos through CloudFront.
   */
  client: {
    tables: {
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
      // Put: a new client's record, and the rows that make its login and address unique.
      customers: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      sessions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      // Update: favorite and note.
      photos: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      quotes: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      // Check: an amendment is signed only while the offer to which it adds is agreed. Put: the step of a client's act.
      offers: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem', 'dynamodb:PutItem'],
      // A question about an offer.
      messages: ['dynamodb:PutItem'],
      // Put: choices, and the rows of a submit.
      selections: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem'],
      downloads: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:PutItem'],
      links: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      guests: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      guards: ['dynamodb:UpdateItem'],
    },
    // The client's acts, for the export of their own data.
    indexes: [{ table: 'timeline', index: 'by_customer' }],
    updatesAttributes: [
      // The key; the counts of favorites and of the client's links; the first opening; and the attribute of the writes'
      // conditions.
      {
        table: 'sessions',
        attributes: ['id', 'favorites_count', 'client_links_count', 'opened_at', 'deleted_at'],
      },
      // A client takes over the picks and notes that they made as a guest, or says that somebody else made them: the
      // key, the reaction, the answer.
      { table: 'guests', attributes: ['link_id', 'part', 'is_picked', 'note', 'is_not_client'] },
      // A client accepts an approved quote, or asks to change a submitted choice: the key, the facts, the attribute by
      // which pending quotes are listed, and the attributes of the writes' conditions.
      {
        table: 'quotes',
        attributes: ['id', 'accepted', 'change_request', 'pending', 'version', 'status', 'superseded_at'],
      },
      // A client sees, chooses, signs or declines an offer: the key, the facts, the attributes by which lists find it, and those
      // of the writes' conditions; never what it says.
      {
        table: 'offers',
        attributes: [
          ...['offer_id', 'part', 'state', 'seen_at', 'changed_at', 'steps_count', 'last_hash'],
          ...['version', 'customer_id', 'choices', 'least_cents', 'most_cents', 'signatures', 'signed_count'],
          ...['agreed_at', 'agreed_in', 'ended_at', 'ended_words', 'group', 'expiring'],
        ],
      },
      // Choices, their counts and the submit; never the studio's offer.
      {
        table: 'selections',
        attributes: [
          ...['session_id', 'part', 'is_chosen', 'note', 'chosen_count', 'revision', 'version'],
          ...['photos_checked_at', 'status', 'round', 'submitted_at', 'quote_id', 'ending'],
        ],
      },
    ],
    sendsTo: ['download', 'photo'],
    signs: true,
    readsApiKey: true,
    asksForUsers: true,
  },

  /**
   * The function for the studio presigns uploads with its own credentials, so it needs permission to put the objects
   * that the browser uploads.
   */
  admin: {
    tables: {
      customers: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        // A session is created only while its customer is not deleted.
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      sessions: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      photos: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      quotes: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      offers: [
        'dynamodb:GetItem',
        'dynamodb:Query',
        // An amendment is sent only while the offer to which it adds is agreed.
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      messages: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      outbox: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      // Update: the state of an email that is sent again, and the emails of records that are joined.
      emails: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      timeline: ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      // Put: a new preset, versions of templates, and the studio's first words in an email.
      settings: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      // Put: a first draft, and published versions; each overwrites the row of a version that is no longer kept.
      website: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      // Put: a requested picture; the worker writes its facts.
      pictures: ['dynamodb:Query', 'dynamodb:PutItem'],
      links: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      guests: ['dynamodb:GetItem', 'dynamodb:Query'],
      selections: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ],
      // The number of a session's photos that count as downloaded.
      downloads: ['dynamodb:GetItem'],
      // The number of pictures in the library.
      guards: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    },
    deletesRows: [
      { table: 'customers', beginning: 'email#' },
      { table: 'sessions', beginning: 'label#' },
      { table: 'settings', beginning: 'preset#' },
      // Versions that are no longer kept.
      { table: 'settings', beginning: 'template#' },
    ],
    updatesAttributes: [
      // Whether a draft shows a picture: the key, since when it does not, and the attributes of the write's condition.
      { table: 'pictures', attributes: ['library', 'id', 'unused_since', 'state', 'width', 'height', 'color'] },
    ],
    objects: [{ bucket: 'landing', prefix: '', actions: ['s3:PutObject'] }],
    // Photo: sessions whose proofs get or lose a watermark, or whose clocks are changed.
    sendsTo: ['media', 'download', 'photo'],
    // 'What waits' shows the number of dead letters, and since when they wait.
    readsDeadLetters: deadLetterNames,
    signs: true,
    readsApiKey: true,
  },
} satisfies Partial<Record<FunctionName, Rights>>;
