import { OfferScreen } from '../../features/admin/offers/offer.tsx';
import { OfferPreview } from '../render/offer-preview.tsx';

/** One offer: its editor, or what became of it, beside a preview by the components of the client's page. */
export const Component = () => <OfferScreen Preview={OfferPreview} />;
