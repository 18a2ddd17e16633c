import { describe, expect, test } from 'vitest';
import { fillFields, refuseFields } from './written-fields.ts';

describe('a text with fields', () => {
  const values = { 'first name': 'Ada', session: '{{first name}} & co', 'last day': '' };

  test.each([
    ['Dear {{first name}},', 'Dear Ada,'],
    ['Dear {{ First  Name }},', 'Dear Ada,'],
    // A value is not read for fields.
    ['{{session}}', '{{first name}} & co'],
    ['Until {{last day}}.', 'Until.'],
    ['{{last day}}, your photos', 'Your photos'],
    ['{{last day}}', ''],
    // What an older version has stored, or a person typed in another sense.
    ['{{unknown}} {{', '{{unknown}} {{'],
    ['{{first name}}{{first name}}', 'AdaAda'],
    ['$& {{first name}} $1', '$& Ada $1'],
  ])('%j is filled as %j', (text, filled) => {
    expect(fillFields(text, values)).toBe(filled);
  });

  test.each([
    ['Dear {{firstname}},', 'There is no field {{firstname}} here. Write {{first name}} or {{studio}}.'],
    ['Dear {{first name},', 'A field is not complete. Write {{first name}} or {{studio}}.'],
    ['Dear {{}}', 'There is no field {{}} here. Write {{first name}} or {{studio}}.'],
    ['Dear first name}}', 'A field is not complete. Write {{first name}} or {{studio}}.'],
    ['{{constructor}}', 'There is no field {{constructor}} here. Write {{first name}} or {{studio}}.'],
    ['Dear {{first name}}, {{ Studio }} and {one} brace', undefined],
  ])('%j is refused with %j', (text, reason) => {
    expect(refuseFields(text, ['first name', 'studio'])).toBe(reason);
  });

  test('a name of every object is no field', () => {
    expect(fillFields('{{constructor}}{{__proto__}}', {})).toBe('{{constructor}}{{__proto__}}');
  });
});
