import { expect, test } from 'vitest';
import { addressIn, signInFragment } from './sign-in-fragment.ts';

test.each(['ada@example.com', 'ada+photos@example.com', "o'neil&co=#1?@example.com", 'ada@xn--mller-kva.example'])(
  '%s is the address in its fragment',
  (address) => {
    expect(signInFragment(address)).toMatch(/^#for=[^\s"<>#?&+]+$/);
    expect(addressIn(signInFragment(address))).toBe(address);
  },
);

test.each(['', '#', '#part-2', '#for', '#forms', '#7k3m2qxd7k3m2qxd7k3m2qxdab'])('%j has no address', (fragment) => {
  expect(addressIn(fragment)).toBeUndefined();
});
