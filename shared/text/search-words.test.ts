import { expect, test } from 'vitest';
import { searchableText, searchWords } from './search-words.ts';

const isFound = (search: string, ...texts: string[]) => searchWords(search)(searchableText(texts));

test.each([
  ['obrien', "Sinéad O'Brien"],
  ['obrien', 'Sinéad O’Brien'],
  ['o brien', 'Sinéad OBrien'],
  ["O'Brien", 'Obrien, Sinéad'],
  ['brien sinead', 'Sinéad O’Brien'],
  ['mueller', 'Anna Müller'],
  ['mueller', 'Anna Muller'],
  ['müller', 'Anna Mueller'],
  ['muller', 'Anna Mueller'],
  ['mueller anna', 'Anna Müller'],
  ['soeren', 'Søren Kjær'],
  ['kjaer', 'Søren Kjær'],
  ['Ångström', 'Aangstroem'],
  ['strasse', 'Große Straße 4'],
  ['macdonald', 'Flora MacDonald'],
  ['macdonald', 'Flora Mac Donald'],
  ['macdonald', 'Flora McDonald'],
  ['mcdonald', 'Flora MacDonald'],
  ['mac donald', 'McDonald, Flora'],
  ['mac', 'Mac Miller'],
  ['miller mac', 'Mac Miller'],
  ['saint john', 'Ada St. John'],
  ['st john', 'Ada Saint John'],
  ['stjohn', 'Ada St. John'],
  ['st.', 'Ada St. John'],
  ['saint', 'Ada Saint-Pierre'],
  ['st', 'Weststreet'],
  ['smith jones', 'Ada Smith-Jones'],
  ['smithjones', 'Ada Smith–Jones'],
  ['jones smith', 'Ada Smith-Jones'],
  ['vanderberg', 'Zoë van der Berg'],
  ['berg, jan', 'Jan van der Berg'],
  ['michael', 'Michael'],
  ['el', 'Michael'],
  ['manuel', 'Manuel'],
  ['img 4102', 'IMG_4102.jpg'],
  ['img4102', 'IMG_4102.jpg'],
  ['4102.JPG', 'IMG_4102.jpg'],
  ['حسن', 'حسن علي'],
  ['花子', '田中 花子'],
  ['  ', 'anything'],
])('%j finds %j', (search, text) => {
  expect(isFound(search, text)).toBe(true);
});

test.each([
  ['sam', 'Rosa Martinez'],
  ['diazrosa', 'Rosa Díaz'],
  ['rosa ben', 'Rosa Díaz'],
  ['.*', 'Rosa Díaz'],
  ['(', 'Rosa Díaz'],
  ['4103', 'IMG_4102.jpg'],
])('%j does not find %j', (search, text) => {
  expect(isFound(search, text)).toBe(false);
});

test('no word is found across two texts', () => {
  expect(isFound('diazrosa', 'Díaz', 'Rosa')).toBe(false);
  expect(isFound('rosa diaz', 'Díaz', 'Rosa')).toBe(true);
});
