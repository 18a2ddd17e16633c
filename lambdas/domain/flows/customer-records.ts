import type { OwnData } from '#shared/contract/own-data.ts';
import type { Stage } from '#shared/contract/photos/photos.ts';
import type { Selection } from '#shared/contract/selections.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import type { Client } from '../../platform/auth.ts';
import { limit } from '../../platform/guards.ts';
import { hourSeconds } from '../../platform/time.ts';
import { listAttachments } from '../attachments/attachments.ts';
import { requireCustomer } from '../customers/customers.ts';
import { readLogins } from '../customers/logins.ts';
import { toProfile } from '../customers/views.ts';
import { listDownloads } from '../downloads/downloads.ts';
import { listLinks } from '../links/links.ts';
import { listGuestPicks, listGuests } from '../links/picks.ts';
import { listOwnOffers, readUnmarkedOffer } from '../offers/own-offers.ts';
import { listVisiblePhotos } from '../photos/lists/gallery.ts';
import { listOwnQuotes } from '../quotes/quotes.ts';
import { getSelection, listSelections } from '../selections/reading.ts';
import { getRound } from '../selections/round-details.ts';
import { listGallery } from '../sessions/sessions.ts';
import { readAllOf } from '../timeline/repository.ts';
import { everyPage } from './every-page.ts';

/** The number of exports that a client may request in an hour, because each reads all of the client's data. */
const exportsPerHour = 10;
const tooManyMessage = 'You have downloaded your data many times within an hour. Try again in an hour.';

/**
 * Returns all data of a client that the client may see. It leaves out what the client's screens hide.
 * @throws StudioError TOO_MANY
 */
export async function gatherOwnData(actor: Client): Promise<OwnData> {
  await limit(`own data ${actor.customer_id}`, exportsPerHour, hourSeconds, tooManyMessage);
  const [customer, sessions, { items: downloads }] = await Promise.all([
    requireCustomer(actor.customer_id),
    listGallery(actor),
    listDownloads(actor),
  ]);
  const { status, login_email, contact_email, contact_confirmed } = customer;
  return {
    exported_at: new Date().toISOString(),
    profile: { ...toProfile(customer), status, login_email, contact_email, contact_confirmed },
    logins: await readLogins(customer),
    sessions: await Promise.all(
      sessions.map(async (session) => {
        if (hasEnded(session)) return { ...session, ...nothingOfEnded };
        const [photos, { items: attachments }, { items: links }, guests, selections] = await Promise.all([
          listVisiblePhotos(actor, session.id),
          listAttachments(actor, session.id),
          listLinks(actor, session.id),
          guestsOf(actor, session.id),
          selectionsOf(actor, session.id),
        ]);
        return {
          ...session,
          photos: photos.map((photo) => ({ ...photo, reply: photo.reply ?? '' })),
          attachments,
          selections,
          links,
          guests,
        };
      }),
    ),
    quotes: (await everyPage((cursor) => listOwnQuotes(actor, cursor))).flatMap(({ items }) => items),
    offers: await offersOf(actor),
    downloads,
    timeline: (await readAllOf(customer.id))
      .filter(({ by }) => by === 'client')
      .map((row) => ({ ...row, session_name: row.session_name ?? '' })),
  };
}

/** The attributes of an ended gallery's record, empty, because a client may have only its name and its dates. */
const nothingOfEnded = {
  ...{ has_ended: true as const, client_words: '', photos_count: 0 },
  ...{ photos: [], attachments: [], selections: [], links: [], guests: [] },
};

/** Returns the offers that the client was sent. Reading them here is not seeing them. */
async function offersOf(actor: Client): Promise<OwnData['offers']> {
  const pages = await everyPage((cursor) => listOwnOffers(actor, cursor));
  return Promise.all(pages.flatMap(({ items }) => items).map(({ id }) => readUnmarkedOffer(actor, id)));
}

/** Returns the picks and notes of a session's guests, with the photos' file names. */
async function guestsOf(actor: Client, sessionId: string): Promise<OwnData['sessions'][number]['guests']> {
  const guests = (await everyPage((cursor) => listGuests(actor, sessionId, cursor))).flatMap(({ items }) => items);
  if (guests.length === 0) return [];
  const pages = await everyPage((cursor) => listGuestPicks(actor, sessionId, { cursor }));
  const names = new Map(pages.flatMap(({ photos }) => photos.map(({ id, file_name }) => [id, file_name])));
  const nameOf = ({ photo_id }: { photo_id: string }) => names.get(photo_id) ?? '';
  const byGuest = Map.groupBy(
    pages.flatMap(({ items }) => items),
    ({ link_id, guest_id }) => `${link_id} ${guest_id}`,
  );
  return guests.map(({ id, link_id, name }) => {
    const reactions = byGuest.get(`${link_id} ${id}`) ?? [];
    return {
      name,
      picks: reactions.filter(({ is_picked }) => is_picked).map(nameOf),
      notes: reactions
        .filter(({ note }) => note !== '')
        .map((reaction) => ({ file_name: nameOf(reaction), note: reaction.note })),
    };
  });
}

/** Returns the client's selections of a session, with the chosen photos that they can see now. */
async function selectionsOf(actor: Client, sessionId: string): Promise<OwnData['sessions'][number]['selections']> {
  const { items } = await listSelections(actor, sessionId);
  const selections = await Promise.all(items.map(({ id }) => getSelection(actor, sessionId, id)));
  return Promise.all(
    selections.map(async ({ choices, photos, ...selection }) => {
      const stages = await submittedStages(actor, selection);
      return {
        ...selection,
        // Choices and photos are in the same order.
        chosen: choices.map(({ photo_id, note }, index) => ({
          file_name: photos[index]?.file_name ?? '',
          note,
          stage: stages.get(photo_id) ?? null,
        })),
      };
    }),
  );
}

/** Returns the stage of each photo's submitted file, by the photo's id. */
async function submittedStages(
  actor: Client,
  { id, session_id, state, round }: Selection,
): Promise<Map<string, Stage | undefined>> {
  if (state !== 'submitted') return new Map();
  const { photos } = await getRound(actor, session_id, id, round);
  return new Map(photos.map(({ photo_id, version }) => [photo_id, version?.stage]));
}
