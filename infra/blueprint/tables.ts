import type { EnvironmentName } from '../../lambdas/platform/env.ts';

/**
 * The files of this folder have the resources of the studio as plain data: the stack creates them on AWS, the local
 * services create them on one machine. Permissions are in `constructs/`, because only AWS enforces them.
 */

export interface IndexBlueprint {
  partitionKey: string;
  sortKey: string;
  /** The attributes that the index projects besides keys: all, none, or these. */
  projection: 'ALL' | 'KEYS_ONLY' | string[];
}

/** A table. All its keys are strings; `expires_at`, the TTL attribute of some tables, is a Unix time in seconds. */
export interface TableBlueprint {
  partitionKey: string;
  sortKey?: string;
  globalIndexes?: Record<string, IndexBlueprint>;
  /** Indexes that share the table's partition key; they can only be created with the table. */
  localIndexes?: Record<string, { sortKey: string }>;
  expires?: true;
  stream?: true;
}

/** The attributes of an email in lists, besides those that are keys of one of its indexes. */
const listedOfEmail = [...['kind', 'name', 'to', 'subject', 'state', 'trouble', 'reason', 'queued_at', 'joined_from']];

/** The attributes of an offer in lists. An index projects 20 at most, besides its keys. */
const listedOfOffer = [
  ...['customer_id', 'number', 'state', 'title', 'currency', 'least_cents', 'most_cents', 'signed_count'],
  ...['signers_count', 'session_date', 'valid_until', 'replaced_by', 'amends', 'created_at', 'sent_at', 'seen_at'],
  ...['agreed_at', 'ended_at', 'version'],
];
const withoutKeys = (names: string[], ...keys: string[]) => names.filter((name) => !keys.includes(name));

export const tables = {
  /**
   * Customers, and the rows that enforce uniqueness: `login#{sub}` and `email#{address}` name the customer with that
   * login or address, `display#{id}` prevents the reuse of a display id.
   */
  customers: {
    partitionKey: 'id',
    globalIndexes: {
      /**
       * All customers, newest first; `directory` is 'customer' on their rows, and 'deleted' on the rows of the trash.
       */
      directory: {
        partitionKey: 'directory',
        sortKey: 'created_at',
        projection: ['customer_id', 'name', 'email', 'phone', 'status', 'deleted_at'],
      },
    },
  },
  /** Sessions, and `label#{customer}#{label}` rows that make labels unique per customer. */
  sessions: {
    partitionKey: 'id',
    globalIndexes: {
      /** A customer's sessions by date, ties by creation; `date_order` is `{session_date}#{created_at}`. */
      by_customer: { partitionKey: 'customer_id', sortKey: 'date_order', projection: 'ALL' },
      /** All sessions, newest first; `directory` is 'session' on sessions' rows. */
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /** Sessions in the trash, by deletion; their `directory` is 'deleted', and only they have `deleted_at`. */
      trash: { partitionKey: 'directory', sortKey: 'deleted_at', projection: 'ALL' },
      /** Sessions whose gallery ends, by its last day; only they have `ends_on`. */
      ending: { partitionKey: 'directory', sortKey: 'ends_on', projection: 'KEYS_ONLY' },
    },
  },
  /**
   * Photos by session. A ready photo has the three `*_order` attributes, one per photo order of a session; any other
   * photo has `aside` (`unsettled#…`, `deleted#…`) instead, so that it is in no grid.
   */
  photos: {
    partitionKey: 'session_id',
    sortKey: 'id',
    localIndexes: {
      uploaded: { sortKey: 'uploaded_order' },
      captured: { sortKey: 'captured_order' },
      name: { sortKey: 'name_order' },
      aside: { sortKey: 'aside' },
    },
    globalIndexes: {
      /** A customer's favorites, newest first; `favorite_of` is their id while the photo is a visible favorite. */
      favorites: { partitionKey: 'favorite_of', sortKey: 'favorited_at', projection: 'KEYS_ONLY' },
      /** Photos with a client's note; `noted_of` is their customer's id. */
      noted: { partitionKey: 'noted_of', sortKey: 'uploaded_at', projection: 'KEYS_ONLY' },
      /** Featured photos by category. */
      portfolio: { partitionKey: 'category', sortKey: 'featured_at', projection: 'ALL' },
      /**
       * Photos that the daily sweep must check: `sweep` is 'pending', 'absent', 'moving', 'dismissed', 'former' or
       * 'deleted', `sweep_at` is since when. The other failed photos are 'refused', for the studio's dashboard.
       */
      sweep: { partitionKey: 'sweep', sortKey: 'sweep_at', projection: 'KEYS_ONLY' },
      /**
       * Ready photos and attachments of all sessions, for the search: `found_as` is 'photo' or 'attachment', `found_by`
       * is `{number of the file, or its name without one}#{time}`.
       */
      names: { partitionKey: 'found_as', sortKey: 'found_by', projection: ['file_name'] },
    },
  },
  quotes: {
    partitionKey: 'id',
    globalIndexes: {
      by_customer: { partitionKey: 'customer_id', sortKey: 'created_at', projection: 'ALL' },
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /**
       * Quotes that wait for the studio: `pending` is 'quote' for a request, 'selection' for a submitted selection,
       * 'change' for a change request, and 'retouch' for an accepted selection until its photos are delivered.
       */
      pending: { partitionKey: 'pending', sortKey: 'created_at', projection: ['customer_id'] },
    },
  },
  /**
   * Offers: what one says and where it stands (`offer`), and each act since it was sent (`step#{number}`), chained by hashes; and
   * `numbers`, the number of the last sent offer. A deleted draft expires, and an agreed offer of an erased customer does later.
   */
  offers: {
    partitionKey: 'offer_id',
    sortKey: 'part',
    expires: true,
    globalIndexes: {
      /** A customer's offers, by their creation. */
      by_customer: {
        partitionKey: 'customer_id',
        sortKey: 'created_at',
        projection: [...withoutKeys(listedOfOffer, 'customer_id', 'created_at'), 'joined_from'],
      },
      /** The studio's lists, by the last change; `group` is 'draft', 'client', 'agreed' or 'ended'. */
      by_group: { partitionKey: 'group', sortKey: 'changed_at', projection: listedOfOffer },
      /** Offers that were agreed in a month of the studio's time zone; `agreed_in` is `YYYY-MM`. */
      by_month: {
        partitionKey: 'agreed_in',
        sortKey: 'agreed_at',
        projection: withoutKeys(listedOfOffer, 'agreed_at'),
      },
      /** Offers that the client can sign until a last day; `expiring` is 'offer'. */
      expiring: { partitionKey: 'expiring', sortKey: 'valid_until', projection: 'KEYS_ONLY' },
    },
  },
  messages: {
    partitionKey: 'id',
    globalIndexes: {
      directory: { partitionKey: 'directory', sortKey: 'created_at', projection: 'ALL' },
      /** Unread messages: `unread` is 'message' until the message is read. */
      unread: { partitionKey: 'unread', sortKey: 'created_at', projection: 'KEYS_ONLY' },
    },
  },
  downloads: { partitionKey: 'customer_id', sortKey: 'id', expires: true },
  outbox: {
    partitionKey: 'id',
    expires: true,
    stream: true,
    globalIndexes: {
      /**
       * Undelivered emails: `undelivered` is 'queued' on emails to send, 'email' on failed and returned emails, else
       * absent.
       */
      undelivered: { partitionKey: 'undelivered', sortKey: 'created_at', projection: 'ALL' },
    },
  },
  /**
   * Emails as they were sent, or were to be sent, by the outbox's ids: the row of the outbox expires earlier. The
   * indexes lack the text (`content`).
   */
  emails: {
    partitionKey: 'id',
    expires: true,
    globalIndexes: {
      /** All emails, newest first; `directory` is 'email'. */
      directory: { partitionKey: 'directory', sortKey: 'at', projection: listedOfEmail },
      /** The emails to a customer and about them, newest first. */
      by_customer: { partitionKey: 'record_id', sortKey: 'at', projection: listedOfEmail },
    },
  },
  /** Links to sessions for guests. The id is a hash of the link's secret. */
  links: {
    partitionKey: 'id',
    globalIndexes: {
      /** A session's links, newest first. */
      by_session: { partitionKey: 'session_id', sortKey: 'created_at', projection: 'ALL' },
      /** All links by their end; `ending` is 'link'. */
      ending: { partitionKey: 'ending', sortKey: 'ends_at', projection: 'KEYS_ONLY' },
    },
  },
  /**
   * Guests of a link who have said their name (`guest#{guest}`), and each guest's reaction to a photo, a pick or a note
   * (`mark#{guest}#{photo}`).
   */
  guests: { partitionKey: 'link_id', sortKey: 'part' },
  /**
   * Entries of what happened, by customer and by session: one row for each act, or for the repeated acts of a person on
   * one day. The indexes have only keys, which never change, so that a repeated act writes one row and no index.
   */
  timeline: {
    partitionKey: 'id',
    globalIndexes: {
      by_customer: { partitionKey: 'customer_id', sortKey: 'at', projection: 'KEYS_ONLY' },
      by_session: { partitionKey: 'session_id', sortKey: 'at', projection: 'KEYS_ONLY' },
      /** The acts of clients and guests in a day, `day`, of the studio's time zone. */
      by_day: { partitionKey: 'day', sortKey: 'at', projection: 'KEYS_ONLY' },
      /**
       * Clients' favorites and notes that the studio has not seen: `unseen` is 'marks', `unseen_id` is
       * `{session}#{id}`.
       */
      unseen: { partitionKey: 'unseen', sortKey: 'unseen_id', projection: 'KEYS_ONLY' },
    },
  },
  /**
   * Selections of a session (`selection#{selection}`), the choices in each (`choice#{selection}#{photo}`), and each
   * round (`round#{selection}#{round}`) with its photos (`chosen#{selection}#{round}#{part}`).
   */
  selections: {
    partitionKey: 'session_id',
    sortKey: 'part',
    globalIndexes: {
      /** Open selections with a deadline, by the deadline; `ending` is 'selection'. */
      ending: { partitionKey: 'ending', sortKey: 'ends_at', projection: 'KEYS_ONLY' },
    },
  },
  /**
   * Settings of the studio: `emails`; `export`, when the last export was made; `preset#{id}`, and `presets`, which lists
   * them by name; `template#{id}#{version}`, and `templates`, which lists them with their present versions.
   */
  settings: { partitionKey: 'id' },
  /**
   * The website's content: `draft`; the published versions, `version#00` to `version#19`; `wanted`, the number of the
   * newest version; `deployed`, the build of the site; `live`, the version and the build that visitors see; and
   * `again`, by which the owner's command starts publishing.
   */
  website: { partitionKey: 'id', stream: true },
  /** The library of the website's pictures; `library` is 'website' on all rows. */
  pictures: { partitionKey: 'library', sortKey: 'id' },
  /** Counted calls, which expire; and `library`: how many pictures the website's library has. */
  guards: { partitionKey: 'id', expires: true },
} satisfies Record<string, TableBlueprint>;
export type TableName = keyof typeof tables;

export const tableVariable = (name: TableName) => `${name.toUpperCase()}_TABLE` as EnvironmentName;
