import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CodeInput } from './code-input.tsx';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123–456', '123456'],
  ['１２３４５６', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['Code: 123456.', '123456'],
  ['12345678', '123456'],
])('%s is read as %s', (pasted, digits) => {
  const onChange = vi.fn();
  render(<CodeInput id="code" digits={6} value="" onChange={onChange} isInvalid={false} describedBy={undefined} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: pasted } });
  expect(onChange).toHaveBeenCalledWith(digits);
});
