import { Hono } from 'hono';
import { ClientOffer, ClientOfferPage } from '#shared/contract/offers/client-offers.ts';
import { AskAboutOffer, DeclineOffer, SettleChoices, SignOffer } from '#shared/contract/offers/signing.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { askAboutOffer } from '../domain/offers/asking.ts';
import { settleChoices } from '../domain/offers/choosing.ts';
import { declineOffer } from '../domain/offers/declining.ts';
import { listOwnOffers, readOwnOffer } from '../domain/offers/own-offers.ts';
import { signOffer } from '../domain/offers/signing.ts';
import { type ClientEnv, clientsOnly } from '../http/signed-in.ts';
import { answer, body, deviceOf, idOf, query } from '../http/studio-api.ts';

/** Routes of the client's offers. */
export const offers = new Hono<ClientEnv>()
  .get('/api/client/offers', clientsOnly, query(PageQuery), async (c) =>
    answer(c, ClientOfferPage, await listOwnOffers(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/client/offers/:offer', clientsOnly, async (c) =>
    answer(c, ClientOffer, await readOwnOffer(c.get('actor'), idOf(c, 'offer'))),
  )
  .post('/api/client/offers/:offer/choices', clientsOnly, body(SettleChoices), async (c) =>
    answer(c, ClientOffer, await settleChoices(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'))),
  )
  .post('/api/client/offers/:offer/signature', clientsOnly, body(SignOffer), async (c) =>
    answer(c, ClientOffer, await signOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'), deviceOf(c))),
  )
  .post('/api/client/offers/:offer/decline', clientsOnly, body(DeclineOffer), async (c) =>
    answer(c, ClientOffer, await declineOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'))),
  )
  .post('/api/client/offers/:offer/question', clientsOnly, body(AskAboutOffer), async (c) => {
    await askAboutOffer(c.get('actor'), idOf(c, 'offer'), c.req.valid('json'));
    return c.body(null, 204);
  });
