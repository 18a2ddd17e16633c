import type { Tax } from '#shared/contract/money.ts';
import { savedItems } from '../saved-items.ts';
import { editTaxes } from './api.ts';

/** Saves one tax at a time. */
export const savedTaxes = savedItems<Tax>(editTaxes, (one, other) => one.id === other.id);
