import { queryOptions } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { StudioAttachment } from '#shared/contract/attachments.ts';
import type {
  CreateCustomer,
  Directory,
  DirectoryEntry,
  EditCustomer,
  JoinCustomers,
} from '#shared/contract/customers.ts';
import type { ExportedNames } from '#shared/contract/exported-names.ts';
import type { EditMessage } from '#shared/contract/messages.ts';
import type {
  ArrangePhotos,
  ChapterFilter,
  EditPhotos,
  PhotoFilter,
  Portfolio,
  RequestTickets,
  SetReply,
  StudioPhoto,
  TicketRequest,
  UnsettledPhoto,
} from '#shared/contract/photos.ts';
import type { AskPicture, TakeFeatured } from '#shared/contract/pictures.ts';
import type { ChangeQuote } from '#shared/contract/quotes.ts';
import type { EditSelection, OpenSelection } from '#shared/contract/selections.ts';
import type { CreateSession, EditSession, OpenSession, SessionDetails } from '#shared/contract/sessions.ts';
import type { EditSettings } from '#shared/contract/settings.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import type { SaveWebsite } from '#shared/contract/website.ts';
import type { AdminApi } from '../../../lambdas/admin/app.ts';
import { answerOf, authorizedFetch } from '../../lib/api.ts';
import { mediaAccessQuery } from '../../lib/media-access.ts';
import { everyPage, pagedQuery } from '../../lib/paged-query.ts';
import { likeRead, patientFetch } from '../../lib/patience.ts';
import type { LinksApi } from '../../links/links-api.ts';

/** Queries and mutations of the admin area. */

const api = hc<AdminApi>('/', { fetch: authorizedFetch }).api.admin;

export const adminMediaAccess = mediaAccessQuery(() => answerOf(api['media-access'].$post({}, { init: likeRead })));

/**
 * The directory's pages and their ETags by cursor, for conditional requests: unchanged pages are not transferred again.
 */
const knownPages = new Map<string, { etag: string; page: Directory }>();

async function directoryPage(cursor: string | null, signal: AbortSignal): Promise<Directory> {
  const known = knownPages.get(cursor ?? '');
  const headers = known ? { 'if-none-match': known.etag } : {};
  const query = cursor === null ? {} : { cursor };
  const response = await api.customers.$get({ query }, { headers, init: { signal } });
  if (known && response.status === (304 as number)) return known.page;
  const page = await answerOf(Promise.resolve(response));
  const etag = response.headers.get('etag');
  if (etag) knownPages.set(cursor ?? '', { etag, page });
  return page;
}

/** The whole directory, newest first. Loads all pages, because the search covers all customers. */
export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: async ({ signal }) => {
    const entries: DirectoryEntry[] = [];
    const damaged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Directory = await directoryPage(cursor, signal);
      entries.push(...page.items);
      damaged.push(...(page.damaged ?? []));
      cursor = page.next_cursor;
    } while (cursor !== null);
    return { entries, damaged };
  },
  select: ({ entries }) => entries,
  // Unchanged pages are the same objects (304); a structural comparison of thousands of rows is unnecessary.
  structuralSharing: false,
});

export const createCustomer = (values: CreateCustomer) => answerOf(api.customers.$post({ json: values }));

export const customerQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer', customer],
    queryFn: () => answerOf(api.customers[':customer'].$get({ param: { customer } })),
  });

export const editCustomer = (customer: string, values: EditCustomer) =>
  answerOf(api.customers[':customer'].$patch({ param: { customer }, json: values }));

/** Moves the customer with sessions, photos and quotes to the trash for 30 days. */
export const deleteCustomer = (customer: string) =>
  answerOf(api.customers[':customer'].$delete({ param: { customer } }));

export const restoreCustomer = (customer: string) =>
  answerOf(api.customers[':customer'].restore.$post({ param: { customer } }));

/** Reopens an account that its client closed. */
export const reopenCustomer = (customer: string) =>
  answerOf(api.customers[':customer'].reopen.$post({ param: { customer } }));

/** How the client signs in, and what a join with another customer would move. */
export const customerContentsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-contents', customer],
    queryFn: () => answerOf(api.customers[':customer'].contents.$get({ param: { customer } })),
  });

/** Joins another customer to this one; restoring the other one undoes it. */
export const joinCustomers = (customer: string, values: JoinCustomers) =>
  answerOf(api.customers[':customer'].join.$post({ param: { customer }, json: values }));

export const deletedCustomersQuery = queryOptions({
  queryKey: ['deleted-customers'],
  queryFn: async () => (await answerOf(api['deleted-customers'].$get())).items,
});

export const favoriteAndNoteCountsKey = ['favorite-and-note-counts'];

/** The client's numbers of favorites and notes per session. */
export const favoriteAndNoteCountsQuery = (customer: string) =>
  queryOptions({
    queryKey: [...favoriteAndNoteCountsKey, customer],
    queryFn: async () =>
      (await answerOf(api.customers[':customer']['favorites-and-notes'].$get({ param: { customer } }))).items,
  });

export const customerSessionsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-sessions', customer],
    queryFn: () => answerOf(api.customers[':customer'].sessions.$get({ param: { customer } })),
    select: ({ items }) => items,
  });

/** The studio's requests about links for guests. */
export const linksApi: LinksApi = {
  audience: 'studio',
  list: (session) => answerOf(api.sessions[':session'].links.$get({ param: { session } })),
  create: (session, values) => answerOf(api.sessions[':session'].links.$post({ param: { session }, json: values })),
  edit: (link, values) => answerOf(api.links[':link'].$patch({ param: { link }, json: values })),
  revoke: (link) => answerOf(api.links[':link'].revoke.$post({ param: { link } })),
  guests: (session, query) => answerOf(api.sessions[':session'].guests.$get({ param: { session }, query })),
  guestPicks: (session, query) => answerOf(api.sessions[':session']['guest-picks'].$get({ param: { session }, query })),
};

/** The links of all sessions of a customer, newest session first. */
export const customerLinksQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-links', customer],
    queryFn: async () => (await answerOf(api.customers[':customer'].links.$get({ param: { customer } }))).items,
    // Guests open links at any time, and the dialogs of sessions change them.
    staleTime: 0,
  });

/** All sessions, newest first, paged. */
export const sessionsQuery = pagedQuery(['sessions'], (query) => answerOf(api.sessions.$get({ query })));

export const createSession = (values: CreateSession) => answerOf(api.sessions.$post({ json: values }));

/** The customer's session with that label, created if missing. */
export const openSession = (values: OpenSession) => answerOf(api.sessions.open.$post({ json: values }));

export const sessionQuery = (session: string) =>
  queryOptions({
    queryKey: ['session', session],
    queryFn: () => answerOf(api.sessions[':session'].$get({ param: { session } })),
  });

/** Milliseconds between looks at how many proofs are marked, and whether photos are in order. */
const workInterval = 3_000;

/** The same, asked again while photos are being marked or put in order. */
export const workingSessionQuery = (session: string) =>
  queryOptions({
    ...sessionQuery(session),
    refetchInterval: ({ state: { data } }) => (data?.marks_pending || data?.clocks_pending ? workInterval : false),
  });

export const editSession = (session: string, values: EditSession) =>
  answerOf(api.sessions[':session'].$patch({ param: { session }, json: values }));

export const deleteSession = (session: string, version: number) =>
  answerOf(api.sessions[':session'].$delete({ param: { session }, query: { version: String(version) } }));

export const restoreSession = (session: string) =>
  answerOf(api.sessions[':session'].restore.$post({ param: { session } }));

/** Sessions that can be restored, most recently deleted first, paged. */
export const deletedSessionsQuery = pagedQuery(['deleted-sessions'], (query) =>
  answerOf(api.sessions.deleted.$get({ query })),
);

/**
 * Sends one email to the client.
 * @param announcedAt `announced_at` as last loaded; if another email was sent since, the API responds 409.
 */
export const announceSession = (session: string, announcedAt: string | null, message: string) =>
  answerOf(
    api.sessions[':session'].announcement.$post({ param: { session }, json: { announced_at: announcedAt, message } }),
  );

/** Sends one email about finished photos, in the same way. */
export const announceFinished = (session: string, announcedAt: string | null, message: string) =>
  answerOf(
    api.sessions[':session']['finished-announcement'].$post({
      param: { session },
      json: { finished_announced_at: announcedAt, message },
    }),
  );

/** A session's photos as the studio sees them, or one chapter's, paged, in the session's order. */
export const photosQuery = (session: string, show: PhotoFilter = 'all', chapter?: ChapterFilter) =>
  pagedQuery(['photos', session, show, ...(chapter === undefined ? [] : [chapter])], ({ cursor }) =>
    photosPage(session, { show, ...(chapter !== undefined && { chapter }), ...(cursor !== undefined && { cursor }) }),
  );

/**
 * The URL of a photo's original, once the browser has decoded it as picture; rejects for formats that it can't show.
 * The link is valid for ten minutes.
 */
export const originalQuery = (session: string, photo: string) =>
  queryOptions({
    queryKey: ['original', session, photo],
    queryFn: async () => {
      const param = { session, photo };
      const route = api.sessions[':session'].photos[':photo'].download;
      const { url } = await answerOf(route.$get({ param, query: { size: 'original' } }));
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      return url;
    },
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    retry: false,
  });
/** Every photo of a filter, from all pages. */
export async function everyPhoto(session: string, show: PhotoFilter): Promise<StudioPhoto[]> {
  const pages = await everyPage((query) => photosPage(session, { show, ...query }));
  return pages.flatMap(({ items }) => items);
}

/** All photos in a session's trash, by their ids. */
const everyTrashed = async (session: string) => {
  const pages = await everyPage((query) =>
    answerOf(api.sessions[':session'].photos.trash.$get({ param: { session }, query })),
  );
  return new Map(pages.flatMap(({ items }) => items.map((photo) => [photo.id, photo])));
};

/** All photos in a session's trash, by their ids, to say of a photo that is gone whether it can be restored. */
export const trashedQuery = (session: string) =>
  queryOptions({ queryKey: ['trashed', session], queryFn: () => everyTrashed(session), staleTime: 0 });

/** Names and sizes of a session's photos as of now. */
export const uploadedPhotosQuery = (session: string) =>
  queryOptions({
    queryKey: ['uploaded-photos', session],
    queryFn: async () => (await everyPhoto(session, 'all')).map(({ file_name, size }) => ({ name: file_name, size })),
    staleTime: 0,
    gcTime: 0,
  });

/** All photos of a session as of now and those in its trash, and in how many selections each is chosen. */
export const versionTargetsQuery = (session: string) =>
  queryOptions({
    queryKey: ['version-targets', session],
    queryFn: async () => {
      const [photos, trashed, { items }] = await Promise.all([
        everyPhoto(session, 'all'),
        everyTrashed(session),
        answerOf(selections.$get({ param: { session } })),
      ]);
      const some = await Promise.all(
        items
          .filter(({ chosen_count }) => chosen_count > 0)
          .map(({ id }) => answerOf(oneSelection.photos.$get({ param: { session, selection: id } }))),
      );
      return {
        photos,
        trashed: [...trashed.values()],
        chosen: new Set(some.flatMap((page) => page.items.map(({ id }) => id))),
      };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Requests one page of a session's photos. */
export const photosPage = (session: string, query: { show?: PhotoFilter; chapter?: ChapterFilter; cursor?: string }) =>
  answerOf(api.sessions[':session'].photos.$get({ param: { session }, query }));

const selections = api.sessions[':session'].selections;
const oneSelection = selections[':selection'];

/** A session's selections, the oldest first, and the deleted ones. Clients choose and submit at any time. */
export const selectionsQuery = (session: string) =>
  queryOptions({
    queryKey: ['selections', session],
    queryFn: () => answerOf(selections.$get({ param: { session } })),
    staleTime: 0,
  });

/** A selection with what is chosen, its rounds and its quote. */
export const selectionQuery = (session: string, selection: string) =>
  queryOptions({
    queryKey: ['selection', session, selection],
    queryFn: () => answerOf(oneSelection.$get({ param: { session, selection } })),
    staleTime: 0,
  });

/** What was submitted in one round. */
export const roundQuery = (session: string, selection: string, round: number) =>
  queryOptions({
    queryKey: ['selection-round', session, selection, round],
    queryFn: () =>
      answerOf(oneSelection.rounds[':round'].$get({ param: { session, selection, round: String(round) } })),
    // Photos can be deleted since.
    staleTime: 0,
  });

/** The photos that are chosen now, hidden ones too. */
export const chosenPhotosQuery = (session: string, selection: string) =>
  pagedQuery(['photos', session, 'chosen', selection], () =>
    answerOf(oneSelection.photos.$get({ param: { session, selection } })),
  );

/** The file names of a list, with all words about them: as of now, for the export. */
export const readExportedNames = async (session: string, list: string): Promise<ExportedNames['items']> =>
  (await answerOf(api.sessions[':session']['exported-names'].$get({ param: { session }, query: { list } }))).items;

export const openSelection = (session: string, json: OpenSelection) =>
  answerOf(selections.$post({ param: { session }, json }));

export const editSelection = (session: string, selection: string, json: EditSelection) =>
  answerOf(oneSelection.$patch({ param: { session, selection }, json }));

/** It can be restored until its session is erased. */
export const deleteSelection = (session: string, selection: string, version: number) =>
  answerOf(oneSelection.$delete({ param: { session, selection }, query: { version: String(version) } }));

export const restoreSelection = (session: string, selection: string) =>
  answerOf(oneSelection.restore.$post({ param: { session, selection } }));

/** A session's cameras, with what their clocks say. */
export const camerasQuery = (session: string) =>
  queryOptions({
    queryKey: ['cameras', session],
    queryFn: () => answerOf(api.sessions[':session'].cameras.$get({ param: { session } })),
  });

/** How many photos each filter of a session and its trash list. */
export const photoCountsQuery = (session: string) =>
  queryOptions({
    queryKey: ['photo-counts', session],
    queryFn: () => answerOf(api.sessions[':session'].photos.counts.$get({ param: { session } })),
  });

/** The same, counted again while photos are being marked: counting reads every photo of the session. */
export const workingCountsQuery = ({ id, watermark, marks_pending }: SessionDetails) =>
  queryOptions({ ...photoCountsQuery(id), refetchInterval: watermark && marks_pending ? workInterval : false });

/** A session's photos in the trash, most recently deleted first, paged. */
export const trashQuery = (session: string) =>
  pagedQuery(['trash', session], (query) =>
    answerOf(api.sessions[':session'].photos.trash.$get({ param: { session }, query })),
  );

/** This and the next two accept at most `limits.photosPerEdit` photos. */
export const editPhotos = async (session: string, edit: EditPhotos) =>
  (await answerOf(api.sessions[':session'].photos.$patch({ param: { session }, json: edit }))).items;

/** Moves photos into a chapter, or to a place in their session. */
export const arrangePhotos = async (session: string, arrangement: ArrangePhotos) =>
  (await answerOf(api.sessions[':session'].photos.arrange.$post({ param: { session }, json: arrangement }))).items;

/** Replies to a photo's note. */
export const setReply = (session: string, photo: string, json: SetReply) =>
  answerOf(api.sessions[':session'].photos[':photo'].reply.$put({ param: { session, photo }, json }));

export const trashPhotos = async (session: string, photo_ids: string[]) =>
  (await answerOf(api.sessions[':session'].photos.trash.$post({ param: { session }, json: { photo_ids } }))).photo_ids;

/** Gives up a replacement of a photo that is refused or has not arrived. */
export const dismissReplacement = (session: string, photo: string) =>
  answerOf(api.sessions[':session'].photos[':photo'].replacement.$delete({ param: { session, photo } }));

/** Makes an earlier version of a photo the current one again. */
export const putBackVersion = (session: string, photo: string, version: string) =>
  answerOf(
    api.sessions[':session'].photos[':photo']['put-back'].$post({ param: { session, photo }, json: { version } }),
  );

export const restorePhotos = async (session: string, photo_ids: string[]) =>
  (await answerOf(api.sessions[':session'].photos.restore.$post({ param: { session }, json: { photo_ids } }))).items;

const listUnsettled = (session: string) =>
  answerOf(api.sessions[':session'].photos.unsettled.$get({ param: { session }, query: {} }));

/** Dismisses a photo whose file was given up before it arrived; one that has arrived stays. */
export async function dismissPending(session: string, photo: string): Promise<void> {
  const { items } = await listUnsettled(session);
  const isPending = items.some(({ id, state, replaces }) => id === photo && state === 'pending' && !replaces);
  if (isPending) await trashPhotos(session, [photo]);
}

/** The first page of photos that are pending or failed; polled every 2 seconds while an upload may be running. */
export const unsettledQuery = (session: string) =>
  queryOptions({
    queryKey: ['unsettled', session],
    queryFn: () => listUnsettled(session),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isFresh) ? 2_000 : 60_000),
  });

/** Whether the photo can still be uploading: its ticket is younger than 10 minutes. */
export function isFresh(photo: UnsettledPhoto): boolean {
  return photo.state === 'pending' && Date.now() - Date.parse(photo.uploaded_at) < 10 * 60_000;
}

export const requestTickets = (session: string, values: RequestTickets) =>
  answerOf(api.sessions[':session'].uploads.$post({ param: { session }, json: values }));

/** Tickets for files to attach; other attributes of the request are ignored. */
export const requestAttachmentTickets = (session: string, files: TicketRequest[]) =>
  answerOf(attachments.uploads.$post({ param: { session }, json: { files } }));

const attachments = api.sessions[':session'].attachments;

/** A session's attachments, and those in the trash; polled every 2 seconds while one may be on its way. */
export const attachmentsQuery = (session: string) =>
  queryOptions({
    queryKey: ['attachments', session],
    queryFn: () => answerOf(attachments.$get({ param: { session } })),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isArriving) ? 2_000 : false),
    staleTime: 0,
  });

/** Whether the attachment can still be uploading: it was asked for within the last 10 minutes. */
export const isArriving = ({ state, attached_at }: StudioAttachment): boolean =>
  state === 'pending' && Date.now() - Date.parse(attached_at) < 10 * 60_000;

/** Both answer with all attachments, as the query does. */
export const trashAttachments = (session: string, attachment_ids: string[]) =>
  answerOf(attachments.trash.$post({ param: { session }, json: { attachment_ids } }));

export const restoreAttachments = (session: string, attachment_ids: string[]) =>
  answerOf(attachments.restore.$post({ param: { session }, json: { attachment_ids } }));

/** A signed URL, valid for minutes, that downloads an attachment. */
export const attachmentLink = (session: string, attachment: string) =>
  answerOf(attachments[':attachment'].download.$get({ param: { session, attachment } }));

/** Numbers of pending quotes and unread messages; polled while the window is focused. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => answerOf(api.attention.$get()),
  staleTime: 0,
  refetchInterval: 5_000,
  refetchOnWindowFocus: 'always',
});

/** What waits for the studio; loaded again when the admin comes back to it. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: () => answerOf(api.waiting.$get()),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});

/** Records that the studio looks at a session's favorites and notes. */
export const lookAt = (session: string) => answerOf(api.sessions[':session'].looked.$post({ param: { session } }));

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => answerOf(api.settings.$get()),
});

export const editSettings = (json: EditSettings) => answerOf(api.settings.$patch({ json }));

/** The draft and what is published; asked again while a version is on its way to visitors. */
export const websiteQuery = queryOptions({
  queryKey: ['website'],
  queryFn: () => answerOf(api.website.$get()),
  refetchInterval: ({ state }) => (state.data?.state === 'publishing' ? 1_000 : false),
});

export const saveWebsite = (json: SaveWebsite) => answerOf(api.website.draft.$put({ json }));

export const publishWebsite = (version: number) => answerOf(api.website.publish.$post({ json: { version } }));

/** The published versions that are kept, newest first. */
export const websiteVersionsQuery = queryOptions({
  queryKey: ['website-versions'],
  queryFn: () => answerOf(api.website.versions.$get()),
  staleTime: 0,
});

export const websiteVersionQuery = (number: number) =>
  queryOptions({
    queryKey: ['website-versions', number],
    queryFn: () => answerOf(api.website.versions[':number'].$get({ param: { number: String(number) } })),
  });

/** Makes a published version the draft. */
export const restoreWebsite = (number: number, version: number) =>
  answerOf(api.website.versions[':number'].restore.$post({ param: { number: String(number) }, json: { version } }));

/** The library of the website's pictures. */
export const picturesQuery = queryOptions({
  queryKey: ['website-pictures'],
  queryFn: () => answerOf(api.website.pictures.$get()),
  staleTime: 0,
});

export const askPicture = (json: AskPicture) => answerOf(api.website.pictures.$post({ json }));

/** The photos of the public gallery, as visitors see them. */
export const featuredQuery = queryOptions({
  queryKey: ['featured'],
  queryFn: () => answerOf<Portfolio>(patientFetch('/api/public/portfolio')),
  staleTime: 0,
});

/** Asks for a picture of a photo in the public gallery. */
export const takeFeatured = (json: TakeFeatured) => answerOf(api.website.pictures.featured.$post({ json }));

/** This month's bill, computed from what is stored. */
export const costQuery = queryOptions({
  queryKey: ['cost'],
  queryFn: () => answerOf(api.cost.$get()),
});

export const quotesQuery = pagedQuery(['quotes'], (query) => answerOf(api.quotes.$get({ query })));

/** The photos that a quote is about and that are not deleted. */
export const quotePhotosQuery = (quote: string) =>
  queryOptions({
    queryKey: ['quote-photos', quote],
    queryFn: () => answerOf(api.quotes[':quote'].photos.$get({ param: { quote } })),
  });

export const changeQuote = (quote: string, change: ChangeQuote) =>
  answerOf(api.quotes[':quote'].$patch({ param: { quote }, json: change }));

export const messagesQuery = pagedQuery(['messages'], (query) => answerOf(api.messages.$get({ query })));

export const editMessage = (message: string, mark: EditMessage) =>
  answerOf(api.messages[':message'].$patch({ param: { message }, json: mark }));

/** Undelivered emails, newest first. */
export const emailsQuery = pagedQuery(['emails'], (query) => answerOf(api.emails.$get({ query })), {
  // Bounces arrive at any time.
  staleTime: 0,
});

export const resendEmail = (email: string) => answerOf(api.emails[':email'].resend.$post({ param: { email } }));

export type TimelineOf = { kind: 'session' | 'customer'; id: string };

/** What happened with a session or a customer, newest first; with `by`, the acts of one side only. */
export const timelineQuery = ({ kind, id }: TimelineOf, by?: 'client' | 'guest' | 'studio') =>
  pagedQuery(['timeline', kind, id, by ?? 'all'], (page) => {
    const query = { ...page, ...(by && { by }) };
    return answerOf<TimelinePage>(
      kind === 'session'
        ? api.sessions[':session'].timeline.$get({ param: { session: id }, query })
        : api.customers[':customer'].timeline.$get({ param: { customer: id }, query }),
    );
  });
