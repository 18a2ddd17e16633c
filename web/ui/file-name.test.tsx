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
  expect(end).toHaveTextContent('0123-Edit.jpg');
});

/** Returns the text that is shown of a name however little room it has. */
function alwaysShown(name: string): string {
  const { container } = render(<FileName name={name} />);
  expect(container).toHaveTextContent(name);
  const texts = [...(container.firstElementChild?.childNodes ?? [])].filter((node) => node instanceof Text);
  return texts.map(({ data }) => data).join('…');
}

test.each([
  ['2026-11-26_Thompson-Family_0123-Edit-final-BW.jpg', '0123…final-BW.jpg'],
  ['DSC_0123_Thompson Family at the lake house.jpg', '0123…ke house.jpg'],
  ['Thompson_0123_2026-11-26_retouched-final.jpg', '0123…ed-final.jpg'],
  ['Thompson_0123_20261126_retouched-final.jpg', '0123…ed-final.jpg'],
  ['IMG_20261126_153012_retouched-final.jpg', '153012…ed-final.jpg'],
  ['PXL_20261126153012345_portrait mode final.jpg', '012345…de final.jpg'],
  ['Thompson-Family-٠١٢٣-retouched-final.jpg', '٠١٢٣…ed-final.jpg'],
  ['Thompson-Family-0123-final.jpg', '0123-final.jpg'],
  ['Thompson-Family-20261126153012.jpg', '26153012.jpg'],
])('a name is told apart by its counter, wherever it is: %s', (name, shownText) => {
  expect(alwaysShown(name)).toBe(shownText);
});

test('a short name is one text', () => {
  render(<FileName name="IMG_0001.jpg" />);
  expect(screen.getByText('IMG_0001.jpg')).toBeInTheDocument();
});
