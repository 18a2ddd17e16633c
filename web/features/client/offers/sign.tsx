import { useId, useState } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { limits } from '#shared/limits.ts';
import { consentText } from '#shared/offers/consent.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';
import { PaperDialog } from './paper-dialog.tsx';
import { SignaturePad } from './signature-pad.tsx';
import { Signers } from './signers.tsx';
import { Tick } from './tick.tsx';
import type { Signing } from './use-signing.ts';

const ways = [
  { value: 'typed', label: 'Type' },
  { value: 'drawn', label: 'Draw' },
] as const;

/** The last part of an offer's page: who signs, the name, the signature, the consent, and the hash of what is signed. */
export function Sign({ offer, signing }: { offer: ClientOffer; signing: Signing }) {
  return (
    <section aria-labelledby="sign" className="mt-14">
      <h2 id="sign" className="text-title">
        Sign
      </h2>
      <div className="mt-4 grid gap-8 min-[75rem]:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
        <div className="flex flex-col gap-4 min-[75rem]:row-span-2">
          <NameField signing={signing} />
          <Signature signing={signing} />
          <Consent offer={offer} signing={signing} />
        </div>
        <div className="max-[74.99rem]:order-first">
          <Signers offer={offer} />
        </div>
        <Hash hash={signing.hash} />
      </div>
    </section>
  );
}

function NameField({ signing: { typed, change, messages } }: { signing: Signing }) {
  const id = useId();
  const message = messages.name;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        Your full name
      </label>
      <input
        id={id}
        data-field="name"
        dir="auto"
        autoComplete="name"
        placeholder="As on your ID"
        maxLength={limits.name}
        value={typed.name}
        onChange={({ target }) => change({ name: target.value })}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? `${id}-error` : undefined}
        className="h-12 w-full max-w-lg rounded-md border border-edge bg-white px-3.5 text-base placeholder:text-mute aria-invalid:border-alert"
      />
      {message && (
        <p id={`${id}-error`} className="text-sm text-alert">
          {message}
        </p>
      )}
    </div>
  );
}

/** The typed name in serif, or the field to draw in. */
function Signature({ signing: { typed, change, messages } }: { signing: Signing }) {
  const id = useId();
  const { name, isDrawn, drawing } = typed;
  const message = messages.drawing;
  return (
    <div>
      <div className="flex max-w-lg items-center justify-between gap-4 print:hidden">
        <SegmentedButtons
          label="How to sign"
          options={ways}
          value={isDrawn ? 'drawn' : 'typed'}
          onChange={(way) => change({ isDrawn: way === 'drawn' })}
        />
        {isDrawn && drawing.length > 0 && (
          <Button look="quiet" className="px-0!" onClick={() => change({ drawing: [] })}>
            Clear
          </Button>
        )}
      </div>
      {isDrawn ? (
        <SignaturePad
          drawing={drawing}
          onChange={(next) => change({ drawing: next })}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
        />
      ) : (
        <p
          dir="auto"
          className="flex min-h-24 max-w-lg items-end border-b border-ink pb-2 font-display text-2xl [overflow-wrap:anywhere]"
        >
          {name.trim() || <span className="font-sans text-sm text-mute print:hidden">Your name appears here.</span>}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-alert">
          {message}
        </p>
      )}
    </div>
  );
}

/** The consent to sign electronically, with the way to sign on paper. */
function Consent({ offer, signing: { typed, change, messages } }: { offer: ClientOffer; signing: Signing }) {
  const [isOnPaper, setOnPaper] = useState(false);
  return (
    <div className="flex max-w-lg flex-wrap items-start justify-between gap-x-4">
      <Tick
        field="consent_version"
        isTicked={typed.hasAgreed}
        message={messages.consent_version}
        onTick={(hasAgreed) => change({ hasAgreed })}
      >
        {consentText}
      </Tick>
      <Button
        look="quiet"
        className="px-0! font-normal! text-mute!"
        aria-haspopup="dialog"
        onClick={() => setOnPaper(true)}
      >
        On paper instead
      </Button>
      {isOnPaper && <PaperDialog studio={offer.studio} onClose={() => setOnPaper(false)} />}
    </div>
  );
}

/** The hash of what is signed, in two lines of four groups. */
function Hash({ hash }: { hash: string }) {
  const groups = hash.match(/.{8}/g) ?? [];
  return (
    <p className="text-xs text-mute min-[75rem]:col-start-2">
      This is what you sign. Any change would change this number:
      <span className="mt-1 block font-mono break-words text-ink">
        {groups.slice(0, 4).join(' ')} <br aria-hidden="true" />
        {groups.slice(4).join(' ')}
      </span>
    </p>
  );
}
