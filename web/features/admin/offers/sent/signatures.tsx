import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { timeOf } from '../../../../lib/dates.ts';
import { useStudio } from '../../../../ui/content.tsx';

/** Who signs an offer, and when each has signed. */
export function Signatures({ offer }: { offer: StudioOffer }) {
  const studio = useStudio();
  const signed = new Map(offer.signatures.map((signature) => [signature.signer_id, signature]));
  const signers = [
    { id: 'studio', name: studio.name, as: 'Studio' },
    { id: 'client', name: offer.client_name, as: 'Client' },
    ...offer.content.signers,
  ];
  return (
    <section aria-label="Signers" className="mt-8">
      <h2 className="text-2xl">Signers</h2>
      <ul className="mt-2 text-sm">
        {signers.map(({ id, name, as }) => (
          <li
            key={id}
            className="grid gap-x-4 border-b border-line py-2.5 [overflow-wrap:anywhere] sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <bdi className="font-semibold">{name || 'Unknown'}</bdi>
            <bdi>{as}</bdi>
            <span className="text-mute">
              {signed.has(id) ? (
                <>
                  Signed {timeOf(signed.get(id)!.signed_at)} as “<bdi>{signed.get(id)!.name}</bdi>”
                </>
              ) : (
                'Has not signed'
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
