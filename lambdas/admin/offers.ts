import { Hono } from 'hono';
import { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import {
  ActOnOffer,
  CreateOffer,
  DeleteOffer,
  FollowOffer,
  OfferFigures,
  OfferFiguresQuery,
  OfferItems,
  OfferPage,
  OffersQuery,
  SaveOffer,
  StudioOffer,
} from '#shared/contract/offers/offers.ts';
import { CountersignOffer } from '#shared/contract/offers/signing.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { countersignOffer } from '../domain/offers/countersigning.ts';
import {
  createOffer,
  deleteDraft,
  prepareAmendment,
  prepareReplacement,
  saveOffer,
} from '../domain/offers/drafting.ts';
import { cancelOffer, withdrawOffer } from '../domain/offers/ending.ts';
import {
  listCustomerOffers,
  listItems,
  listOffers,
  previewOffer,
  readFigures,
  readStudioOffer,
} from '../domain/offers/reading.ts';
import { sendOffer } from '../domain/offers/sending.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, deviceOf, idOf, query } from '../http/studio-api.ts';

export const offers = new Hono<AdminEnv>()
  .get('/api/admin/offer-items', async (c) => answer(c, OfferItems, await listItems(c.get('actor'))))
  .get('/api/admin/offers', query(OffersQuery), async (c) =>
    answer(c, OfferPage, await listOffers(c.get('actor'), c.req.valid('query'))),
  )
  .get('/api/admin/offer-figures', query(OfferFiguresQuery), async (c) =>
    answer(c, OfferFigures, await readFigures(c.get('actor'), c.req.valid('query').month)),
  )
  .get('/api/admin/customers/:customer/offers', query(PageQuery), async (c) =>
    answer(c, OfferPage, await listCustomerOffers(c.get('actor'), idOf(c, 'customer'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/offers', body(CreateOffer), async (c) =>
    answer(c, StudioOffer, await createOffer(c.get('actor'), c.req.valid('json')), 201),
  )
  .get('/api/admin/offers/:offer', async (c) =>
    answer(c, StudioOffer, await readStudioOffer(c.get('actor'), idOf(c, 'offer'))),
  )
  .put('/api/admin/offers/:offer', body(SaveOffer), async (c) =>
    answer(c, StudioOffer, await saveOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'))),
  )
  .delete('/api/admin/offers/:offer', query(DeleteOffer), async (c) => {
    await deleteDraft(c.get('actor'), idOf(c, 'offer'), c.req.valid('query').version);
    return c.body(null, 204);
  })
  .get('/api/admin/offers/:offer/preview', async (c) =>
    answer(c, ClientOffer, await previewOffer(c.get('actor'), idOf(c, 'offer'))),
  )
  .post('/api/admin/offers/:offer/send', body(ActOnOffer), async (c) =>
    answer(c, StudioOffer, await sendOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'))),
  )
  .post('/api/admin/offers/:offer/withdraw', body(ActOnOffer), async (c) =>
    answer(c, StudioOffer, await withdrawOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'))),
  )
  .post('/api/admin/offers/:offer/signature', body(CountersignOffer), async (c) =>
    answer(c, StudioOffer, await countersignOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'), deviceOf(c))),
  )
  .post('/api/admin/offers/:offer/cancel', body(ActOnOffer), async (c) =>
    answer(c, StudioOffer, await cancelOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'))),
  )
  .post('/api/admin/offers/:offer/replacement', body(FollowOffer), async (c) =>
    answer(c, StudioOffer, await prepareReplacement(c.get('actor'), idOf(c, 'offer'), c.req.valid('json')), 201),
  )
  .post('/api/admin/offers/:offer/amendment', body(FollowOffer), async (c) =>
    answer(c, StudioOffer, await prepareAmendment(c.get('actor'), idOf(c, 'offer'), c.req.valid('json')), 201),
  );
