import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Tickets } from '#shared/contract/photos/uploads.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { WebsiteDraft, WebsiteState, WebsiteVersion } from '#shared/contract/website.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import {
  asClient,
  asStudio,
  freshSession,
  rounds,
  startRounds,
  statuses,
  stopRounds,
  timeout,
} from '../support/faults/rounds.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { newPhoto } from '../support/studio/api-world.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
});

beforeAll(startRounds);
afterAll(stopRounds);

describe(`${rounds} rounds each`, () => {
  test('of edits of one session: one is saved, and the others get a conflict', { timeout }, async () => {
    const session = await freshSession();
    for (let version = 0; version < rounds; version += 1) {
      const edits = [
        { session_name: `Name ${version}` },
        { notes: `Notes ${version}` },
        { session_label: `label-${newId()}` },
      ];
      const answers = await Promise.all(
        edits.map((edit) => asStudio('PATCH', `sessions/${session.id}`, { ...edit, version })),
      );
      expect(statuses(answers)).toEqual([200, 409, 409]);
      const saved = answers.find(({ status }) => status === 200)!.json<SessionDetails>();
      expect(saved.version).toBe(version + 1);
      const now = (await asStudio('GET', `sessions/${session.id}`)).json<SessionDetails>();
      expect(now).toEqual(saved);
    }
    const labels = ((await everyRow()).sessions as { id: string; session_id?: string }[]).filter(
      (row) => row.session_id === session.id,
    );
    expect(labels).toHaveLength(1);
  });

  test('of deleting a session during uploads to it: after the deletion nothing of it is accessible', {
    timeout,
  }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const session = await freshSession();
      const photo = await newPhoto(session);
      const file = (name: string) => ({
        file_name: name,
        content_type: 'image/jpeg',
        size: 10,
        sha256: Buffer.from(`${newId()}${newId()}`.slice(0, 32)).toString('base64'),
      });
      const upload = () =>
        asStudio('POST', `sessions/${session.id}/uploads`, {
          is_approved: true,
          downloadable: true,
          files: [file('a.jpg'), file('b.jpg')],
        });
      const [deleted, ...others] = await Promise.all([
        asStudio('DELETE', `sessions/${session.id}?version=0`),
        upload(),
        upload(),
        asClient('PATCH', `sessions/${session.id}/photos/${photo}`, { is_favorite: true }),
        asStudio('PATCH', `sessions/${session.id}`, { notes: 'x', version: 0 }),
      ]);
      for (const { status, text } of others) expect([200, 404, 409], text).toContain(status);
      // Of delete and edit, which both send the version, one succeeds and the other gets a conflict.
      const edited = others.at(-1)!;
      if (deleted!.status !== 204) {
        expect([deleted!.status, edited.status]).toEqual([409, 200]);
        continue;
      }
      expect([404, 409]).toContain(edited.status);
      expect((await asStudio('GET', `sessions/${session.id}`)).status).toBe(404);
      expect((await asClient('GET', `sessions/${session.id}/photos`)).status).toBe(404);
      expect((await upload()).status).toBe(404);
      for (const answer of others.slice(0, 2)) {
        if (answer.status === 200) expect(answer.json<Tickets>().tickets).toHaveLength(2);
      }
    }
  });

  test('of publishing the website and saving its draft: each published version is a draft that was looked at', {
    timeout,
  }, async () => {
    const published = async () => (await asStudio('GET', 'website')).json<WebsiteState>();
    const withHeadline = (headline: string) => ({ ...defaultWebsite, home: { ...defaultWebsite.home, headline } });
    let { version } = (await published()).draft;
    let number = 0;
    let conflicts = 0;
    for (let round = 0; round < rounds; round += 1) {
      const save = (headline: string) => asStudio('PUT', 'website/draft', { version, content: withHeadline(headline) });
      ({ version } = (await save(`Looked at ${round}`)).json<WebsiteDraft>());
      const publish = () => asStudio('POST', 'website/publish', { version });
      const [saved, ...answers] = await Promise.all([
        round % 2 === 0 ? save(`Saved meanwhile ${round}`) : undefined,
        publish(),
        publish(),
      ]);
      const wins = answers.filter(({ status }) => status === 200);
      for (const answer of answers) {
        if (answer.status !== 200) expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
      }
      if (saved === undefined) expect(wins.length).toBeGreaterThan(0);
      else expect([saved.status === 200, wins.length > 0]).toContain(true);
      conflicts += answers.length - wins.length;
      const numbers = wins.map((answer) => answer.json<WebsiteState>().published!.number).toSorted((a, b) => a - b);
      expect(numbers).toEqual(wins.map((_, index) => number + 1 + index));
      number += wins.length;
      const now = await published();
      expect(now.published?.number ?? 0).toBe(number);
      for (const each of numbers) {
        const { content } = (await asStudio('GET', `website/versions/${each}`)).json<WebsiteVersion>();
        expect(content.home.headline).toBe(`Looked at ${round}`);
      }
      ({ version } = now.draft);
    }
    expect(conflicts).toBeGreaterThan(0);
  });
});
