import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';

/** Says how to sign an offer on paper. */
export function PaperDialog({ studio, onClose }: { studio: ClientOffer['studio']; onClose: () => void }) {
  return (
    <Dialog title="Sign on paper" onClose={onClose}>
      <p>
        Print this page with your choices and the whole terms, sign it by hand, and give it to <bdi>{studio.name}</bdi>{' '}
        or send it to{' '}
        <a href={`mailto:${studio.email}`} className="inline-link">
          {studio.email}
        </a>
        . Nothing is signed here then.
      </p>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
        <Button
          onClick={() => {
            onClose();
            // After the dialog is gone: it would be on the paper.
            setTimeout(() => print());
          }}
        >
          Print
        </Button>
      </div>
    </Dialog>
  );
}
