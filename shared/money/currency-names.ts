import type { Currency } from './currency.ts';

/** The currencies as a sentence names them: 'Price in dollars'. */
export const currencyNames: Record<Currency, string> = {
  USD: 'dollars',
  EUR: 'euros',
  GBP: 'pounds',
  CAD: 'Canadian dollars',
  AUD: 'Australian dollars',
  NZD: 'New Zealand dollars',
  CHF: 'Swiss francs',
  SEK: 'Swedish kronor',
  NOK: 'Norwegian kroner',
  DKK: 'Danish kroner',
  MXN: 'Mexican pesos',
  JPY: 'yen',
};
