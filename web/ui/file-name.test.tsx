import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FileName } from './file-name.tsx';

test('only the beginning of a long name can be cut: names of one session differ at their end', () => {
  render(<FileName name="2026-11-26_Thompson-Family_0123-Edit.jpg" />);
  const name = screen.getByTitle('2026-11-26_Thompson-Family_0123-Edit.jpg');
  expect(name).toHaveTextContent('2026-11-26_Thompson-Family_0123-Edit.jpg');
  const [start, end] = name.childNodes;
  expect(start).toHaveClass('truncate');
  // A text beside an element of a flex row never gets narrower than itself.
  expect(end).toHaveTextContent('123-Edit.jpg');
});

test('a short name is one text', () => {
  render(<FileName name="IMG_0001.jpg" />);
  expect(screen.getByText('IMG_0001.jpg')).toBeInTheDocument();
});
