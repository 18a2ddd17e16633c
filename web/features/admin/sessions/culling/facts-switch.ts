import { useState } from 'react';
import { browserStorage } from '../../../../lib/browser/storage.ts';

const factsKey = 'photo-facts-hidden';

/**
 * Returns whether the facts of a photo's file are shown, and the function that switches them; this browser keeps the choice. On
 * phones they are hidden at first.
 */
export function useFactsSwitch(): [boolean, () => void] {
  const [isOn, setOn] = useState(
    () => browserStorage.get(factsKey) === null && !matchMedia('(max-width: 47.99rem)').matches,
  );
  const toggle = () => {
    if (isOn) browserStorage.set(factsKey, 'yes');
    else browserStorage.remove(factsKey);
    setOn(!isOn);
  };
  return [isOn, toggle];
}
