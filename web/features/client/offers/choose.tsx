import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferAddOn, OfferChoices, OfferPackage } from '#shared/contract/offers/content.ts';
import { formatCents } from '#shared/money/currency.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { offerQuery, settleChoices } from './api.ts';
import { lineDetail, sayChoice } from './words.ts';

interface Props {
  offer: ClientOffer;
  choices: OfferChoices;
  /** Undefined when nothing can be chosen anymore. */
  onChoose: ((choices: OfferChoices) => void) | undefined;
}

/** The packages and add-ons of an offer, with those that the client can choose. */
export function Choose({ offer, choices, onChoose }: Props) {
  const { packages, add_ons } = offer.content;
  const hint = onChoose && sayChoice(offer.content);
  return (
    <section aria-labelledby="choose" className="mt-12">
      <h2 id="choose" className="text-title">
        {hint ? 'Choose' : 'What is in it'}
      </h2>
      {hint && <p className="mt-1 text-sm text-mute">{hint}</p>}
      {packages.length > 0 && (
        <fieldset disabled={!onChoose} className="mt-4 grid gap-4 md:grid-cols-2">
          <legend className="sr-only">Package</legend>
          {packages.map((option) => (
            <PackageTile
              key={option.id}
              option={option}
              currency={offer.currency}
              isOnly={packages.length === 1}
              isChosen={option.id === choices.package_id}
              onChoose={() => onChoose?.({ ...choices, package_id: option.id })}
            />
          ))}
        </fieldset>
      )}
      {add_ons.length > 0 && <AddOns offer={offer} choices={choices} onChoose={onChoose} />}
      {onChoose && <Settle offer={offer} choices={choices} />}
    </section>
  );
}

/** Lets the choices stand before the client signs, while the studio waits for them to sign. */
function Settle({ offer, choices }: Pick<Props, 'offer' | 'choices'>) {
  const queries = useQueryClient();
  const settle = useMutation({
    mutationFn: () => settleChoices(offer.id, { version: offer.version, choices }),
    onSuccess: (latest) => queries.setQueryData(offerQuery(offer.id).queryKey, latest),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        queries.setQueryData(offerQuery(offer.id).queryKey, error.details.current as ClientOffer);
      }
    },
  });
  const isAwaited = offer.signers.some(({ id, signed_at }) => id === 'studio' && signed_at === null);
  if (!isAwaited) return null;
  const isSettled = JSON.stringify(offer.choices) === JSON.stringify(choices);
  return (
    <div className="mt-4 text-sm print:hidden">
      <p role="status">{isSettled && 'Your choices stand. You can change them until somebody has signed them.'}</p>
      {!isSettled && (
        <p className="flex flex-wrap items-center gap-x-4 text-mute">
          <span>
            <bdi>{offer.studio.name}</bdi> can sign before you, once you know what you want.
          </span>
          <Button look="quiet" className="px-0!" busy={settle.isPending} onClick={() => settle.mutate()}>
            {settle.isPending ? 'Saving...' : 'Done choosing'}
          </Button>
        </p>
      )}
      {settle.error && <Notice tone="error">Your choices were not saved. {settle.error.message}</Notice>}
    </div>
  );
}

interface TileProps {
  option: OfferPackage;
  currency: ClientOffer['currency'];
  isOnly: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

/** A package; of several, a radio button. */
function PackageTile({ option, currency, isOnly, isChosen, onChoose }: TileProps) {
  const id = useId();
  const Tile = isOnly ? 'div' : 'label';
  return (
    <Tile
      className={`flex gap-3 rounded-md border px-4 py-3.5 has-focus-visible:outline-3 has-focus-visible:outline-leaf ${
        isChosen ? 'border-leaf bg-leaf-wash ring-1 ring-leaf ring-inset' : 'border-edge'
      }`}
    >
      {!isOnly && (
        <input
          type="radio"
          name="package"
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-price ${id}-detail`}
          className="mt-1 size-5 shrink-0 accent-leaf outline-none"
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <bdi id={`${id}-name`} className="font-display text-2xl [overflow-wrap:anywhere]">
            {option.name}
          </bdi>
          <span id={`${id}-price`} className="font-semibold tabular-nums">
            {formatCents(option.price_cents * option.quantity, currency)}
          </span>
        </span>
        <span dir="auto" id={`${id}-detail`} className="mt-1 block text-sm text-mute [overflow-wrap:anywhere]">
          {lineDetail(option, currency)}
        </span>
      </span>
    </Tile>
  );
}

/** The further lines: those that are part of the offer, and those that the client can tick. */
function AddOns({ offer, choices, onChoose }: Props) {
  const { add_ons, most_add_ons } = offer.content;
  const isFull = most_add_ons !== null && choices.add_on_ids.length >= most_add_ons;
  const toggle = (id: string) =>
    onChoose?.({
      ...choices,
      // In the offer's order, so that the same choice is the same text to sign.
      add_on_ids: add_ons
        .map((addOn) => addOn.id)
        .filter((other) => (other === id ? !choices.add_on_ids.includes(id) : choices.add_on_ids.includes(other))),
    });
  return (
    <ul aria-label="Add-ons" className="mt-5 border-t border-line">
      {add_ons.map((addOn) => {
        const isChosen = choices.add_on_ids.includes(addOn.id);
        return (
          <AddOnRow
            key={addOn.id}
            addOn={addOn}
            currency={offer.currency}
            isChosen={isChosen}
            isDisabled={!onChoose || (isFull && !isChosen)}
            onToggle={() => toggle(addOn.id)}
          />
        );
      })}
    </ul>
  );
}

interface RowProps {
  addOn: OfferAddOn;
  currency: ClientOffer['currency'];
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}

function AddOnRow({ addOn, currency, isChosen, isDisabled, onToggle }: RowProps) {
  const id = useId();
  const Row = addOn.is_optional ? 'label' : 'div';
  const detail = [addOn.is_optional ? '' : 'Included', lineDetail(addOn, currency)].filter(Boolean).join('. ');
  return (
    <li className="border-b border-line">
      <Row className="flex min-h-14 items-start gap-3 py-3">
        {addOn.is_optional && (
          <input
            type="checkbox"
            checked={isChosen}
            disabled={isDisabled}
            onChange={onToggle}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-detail ${id}-price`}
            className="mt-0.5 size-5 shrink-0 accent-leaf"
          />
        )}
        <span className="min-w-0 flex-1">
          <bdi id={`${id}-name`} className="block text-sm font-semibold [overflow-wrap:anywhere]">
            {addOn.name}
          </bdi>
          <span dir="auto" id={`${id}-detail`} className="block text-xs text-mute [overflow-wrap:anywhere]">
            {detail}
          </span>
        </span>
        <span
          id={`${id}-price`}
          className={`text-sm tabular-nums ${isChosen || !addOn.is_optional ? '' : 'text-mute'}`}
        >
          {formatCents(addOn.price_cents * addOn.quantity, currency)}
        </span>
      </Row>
    </li>
  );
}
