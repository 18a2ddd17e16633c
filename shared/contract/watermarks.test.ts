import { expect, test } from 'vitest';
import { isSeen } from './watermarks.ts';

const isTextSeen = (text: string) => isSeen({ has_logo: false, text });

test.each(['.', '—', '-', '· · ·', '_____', '|', '"', 'a ........', `P${' '.repeat(30)}F`])(
  'the watermark “%s” would not be seen',
  (text) => {
    expect(isTextSeen(text)).toBe(false);
    expect(isSeen({ has_logo: true, text })).toBe(true);
  },
);

test.each(['P', 'i', '7', '©', 'Proof', 'P R O O F', '— Ada —', 'É', 'Magnolia & Light', '#1'])(
  'the watermark “%s” would be seen',
  (text) => expect(isTextSeen(text)).toBe(true),
);
