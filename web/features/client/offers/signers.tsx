import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { dayOf, timeOf } from '../../../lib/dates.ts';
import { Check } from '../../../ui/icons.tsx';

type Signer = ClientOffer['signers'][number];

/** Who signs an offer, and who has signed. */
export function Signers({ offer }: { offer: ClientOffer }) {
  return (
    <ul aria-label="Who signs" className="flex flex-col gap-3 text-sm">
      {offer.signers.map((signer) => (
        <li key={signer.id} className="flex gap-3">
          <span
            aria-hidden="true"
            className={`grid size-6 shrink-0 place-items-center rounded-full ${
              signer.signed_at === null ? 'border border-edge' : 'bg-leaf text-white print:border'
            }`}
          >
            {signer.signed_at !== null && <Check className="size-4" />}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{signer.id === 'client' ? 'You' : <bdi>{signer.name}</bdi>}</span>
            {signer.as && (
              <>
                , <bdi>{signer.as.toLowerCase()}</bdi>
              </>
            )}{' '}
            <span className="text-mute">{standingOf(signer, offer)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns where a signature stands: 'signed by sending, Nov 24', 'as tom@example.org', 'signs after you'. */
function standingOf({ id, email, signed_at }: Signer, { content, signers }: ClientOffer): string {
  if (signed_at !== null) {
    if (id === 'studio' && content.studio_signs === 'by-sending') return `signed by sending, ${dayOf(signed_at)}`;
    return `signed, ${timeOf(signed_at)}`;
  }
  if (id === 'client') return `as ${email}`;
  return signers.some((signer) => signer.id === 'client' && signer.signed_at !== null) ? 'not yet' : 'signs after you';
}
