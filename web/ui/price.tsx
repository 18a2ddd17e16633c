import { formatPrice } from '#shared/money/currency.ts';
import { useCurrency } from './content.tsx';

/** A price in the studio's currency: '$1,250', '$125.50'. */
export const Price = ({ cents }: { cents: number }) => <>{formatPrice(cents, useCurrency())}</>;
