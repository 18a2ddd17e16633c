import { expect, test } from 'vitest';
import { announcementOf, refuseAnnouncementText } from './announcement-texts.ts';

test.each([
  ['What a day.', 'gallery-ready'],
  ['{{first name}}, {{photos}} of {{session}}', 'gallery-ready'],
  ['{{ New  photos }} are finished, {{first name}}', 'finished-ready'],
])('the text %j is in an announcement of the kind %s', (text, name) => {
  expect(announcementOf(text)).toBe(name);
  expect(refuseAnnouncementText(text)).toBeUndefined();
});

test.each([
  ['{{price}}', /^There is no field {{price}} here. Write .*{{photos}}.*{{new photos}}/],
  ['{{first name', /^A field is not complete/],
  ['{{photos}}, {{new photos}}', /^No announcement has both/],
])('the text %j is in no announcement', (text, reason) => {
  expect(announcementOf(text)).toBeUndefined();
  expect(refuseAnnouncementText(text)).toMatch(reason);
});
