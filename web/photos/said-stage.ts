import { createContext } from 'react';
import type { Stage } from '#shared/contract/photos/photos.ts';

/** The stage that the page says of its photos; a card says its photo's own only where it is another. */
export const SaidStageContext = createContext<Stage | null>(null);
