import { type Context, Hono } from 'hono';
import { EmailPreview } from '#shared/contract/emails.ts';
import { EditCurrency, EditTaxes, StudioCurrency, Taxes } from '#shared/contract/money.ts';
import { EditSettings, Settings } from '#shared/contract/settings.ts';
import {
  AnnouncementTexts,
  EditAnnouncementTexts,
  PreviewAnnouncementText,
} from '#shared/contract/wording/announcement-texts.ts';
import {
  EditEmailWords,
  PreviewEmailWords,
  WordedEmailName,
  Wording,
  Wordings,
} from '#shared/contract/wording/email-words.ts';
import { editAnnouncementTexts, getAnnouncementTexts } from '../domain/settings/announcement-texts.ts';
import { editSettings, getSettings } from '../domain/settings/settings.ts';
import { editTaxes, getTaxes } from '../domain/settings/taxes.ts';
import { editCurrency, getCurrency } from '../domain/website/currency.ts';
import { editWording, listWordings, previewAnnouncementText, previewWording } from '../emails/wording.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf } from '../http/studio-api.ts';

export const settings = new Hono<AdminEnv>()
  .get('/api/admin/settings', async (c) => answer(c, Settings, await getSettings(c.get('actor'))))
  .patch('/api/admin/settings', body(EditSettings), async (c) =>
    answer(c, Settings, await editSettings(c.get('actor'), c.req.valid('json'))),
  )
  .get('/api/admin/settings/currency', async (c) => answer(c, StudioCurrency, await getCurrency(c.get('actor'))))
  .put('/api/admin/settings/currency', body(EditCurrency), async (c) =>
    answer(c, StudioCurrency, await editCurrency(c.get('actor'), c.req.valid('json'))),
  )
  .get('/api/admin/settings/taxes', async (c) => answer(c, Taxes, await getTaxes(c.get('actor'))))
  .put('/api/admin/settings/taxes', body(EditTaxes), async (c) =>
    answer(c, Taxes, await editTaxes(c.get('actor'), c.req.valid('json'))),
  )
  .get('/api/admin/settings/announcement-texts', async (c) =>
    answer(c, AnnouncementTexts, await getAnnouncementTexts(c.get('actor'))),
  )
  .put('/api/admin/settings/announcement-texts', body(EditAnnouncementTexts), async (c) =>
    answer(c, AnnouncementTexts, await editAnnouncementTexts(c.get('actor'), c.req.valid('json'))),
  )
  .post('/api/admin/settings/announcement-texts/preview', body(PreviewAnnouncementText), async (c) =>
    answer(c, EmailPreview, await previewAnnouncementText(c.get('actor'), c.req.valid('json'))),
  )
  .get('/api/admin/settings/emails', async (c) => answer(c, Wordings, await listWordings(c.get('actor'))))
  .put('/api/admin/settings/emails/:wording', body(EditEmailWords), async (c) =>
    answer(c, Wording, await editWording(c.get('actor'), nameOf(c), c.req.valid('json'))),
  )
  .post('/api/admin/settings/emails/:wording/preview', body(PreviewEmailWords), async (c) =>
    answer(c, EmailPreview, await previewWording(c.get('actor'), nameOf(c), c.req.valid('json'))),
  );

/** Returns the email in the path; a name that is none is NOT_FOUND. */
const nameOf = (c: Context) => WordedEmailName.parse(idOf(c, 'wording', WordedEmailName));
