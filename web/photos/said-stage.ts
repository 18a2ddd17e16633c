import { createContext } from 'react';
import type { Stage } from '#shared/contract/photos/photos.ts';

/** The stage that the page states once for its photos. A card states its photo's stage only if it differs. */
export const SaidStageContext = createContext<Stage | null>(null);
