import { expect, test } from 'vitest';
import { fileNumber, typedFileNumbers } from './file-number.ts';

test.each([
  ['IMG_4102.jpg', '4102'],
  ['IMG_4102-Edit.jpg', '4102'],
  ['IMG_4102-Edit-2.tif', '4102'],
  ['IMG_4102 (1).jpg', '4102'],
  ['IMG_4102-1024px.jpg', '4102'],
  ['DM_4102_1.jpg', '4102'],
  ['DSC04102.ARW', '4102'],
  ['L1004102.DNG', '4102'],
  ['ＩＭＧ＿４１０２.jpg', '4102'],
  ['smith-12.jpg', '0012'],
  ['Smith-Wedding-0012.jpg', '0012'],
  ['PXL_20240611_101530123.jpg', '0123'],
  ['clip.mp4', undefined],
  ['Anna.jpg', undefined],
  ['', undefined],
])('the number of %j is %j', (name, number) => {
  expect(fileNumber(name)).toBe(number);
});

test.each([
  ['4102', ['4102']],
  ['img_4102', ['4102']],
  ['IMG 4102', ['4102']],
  ['4102.JPG', ['4102']],
  ['dsc04102', ['4102']],
  ['IMG_410', ['410', '0410']],
  ['12', ['0012']],
  ['anna', []],
  ['', []],
])('who types %j looks for a number that begins with one of %j', (text, beginnings) => {
  expect(typedFileNumbers(text)).toEqual(beginnings);
});
