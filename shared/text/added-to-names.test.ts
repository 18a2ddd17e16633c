import { expect, test } from 'vitest';
import { keyOf, wordsOf } from '../photos/photo-words.ts';
import { cameraWords, rawName } from './added-to-names.ts';

test.each([
  ['DM_4102.jpg', 'dm 4102'],
  ['DM_4102.CR3', 'dm 4102'],
  ['dm_4102.tif', 'dm 4102'],
  ['DM_4102-Edit.tif', 'dm 4102'],
  ['DM_4102-EDIT.TIF', 'dm 4102'],
  ['DM_4102-Edit-2.tif', 'dm 4102'],
  ['DM_4102-Edit-Edit.tif', 'dm 4102'],
  ['DM_4102-Edit-2-Edit.psd.tif', 'dm 4102'],
  ['DM_4102_edit.jpg', 'dm 4102'],
  ['DM_4102 Edit 3.jpg', 'dm 4102'],
  ['DM_4102 copy.jpg', 'dm 4102'],
  ['DM_4102 copy 2.jpg', 'dm 4102'],
  ['DM_4102-Copy.jpg', 'dm 4102'],
  ['DM_4102-Edit copy.jpg', 'dm 4102'],
  ['DM_4102 (1).jpg', 'dm 4102'],
  ['DM_4102-Edit (2).jpg', 'dm 4102'],
  ['DM_4102-Edited.jpg', 'dm 4102'],
  ['DM_4102_1.jpg', 'dm 4102'],
  ['DM_4102', 'dm 4102'],
  ['.hidden', 'hidden'],
  ['Anna 12.05', 'anna 12 05'],
  // Additions that no program makes.
  ['DM_1_2.jpg', 'dm 1 2'],
  ['DM_4102_12.jpg', 'dm 4102 12'],
  ['Edit.jpg', 'edit'],
  ['copy.jpg', 'copy'],
  ['credit.jpg', 'credit'],
  ['photocopy.jpg', 'photocopy'],
  ['Editha.jpg', 'editha'],
  ['DM_4102-Editha.jpg', 'dm 4102 editha'],
  [' -Edit.jpg', 'edit'],
  ['---.jpg', ''],
])('the camera’s words of %s are %s', (name, words) => expect(keyOf(cameraWords(wordsOf(name)))).toBe(words));

test.each([
  ['IMG_4102.jpg', 'IMG_4102'],
  ['_DSC1234-Edit-2.tif', '_DSC1234'],
  ['20260710-153045-IMG_4102.jpg', 'IMG_4102'],
  ['Copy of IMG_4102.jpg', 'IMG_4102'],
  ['Ana&Luis.v2.jpeg', 'Ana&Luis.v2'],
  ['.hidden', '.hidden'],
  ['---.jpg', '---'],
])('the raw file of %s is called %s', (name, raw) => expect(rawName(name)).toBe(raw));
