import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import type { Values } from './edit-draft.ts';

/**
 * The conflict below a field that another person has changed differently: both values, and the choice between them.
 * @param stored the value that the other person has saved
 * @param wordsOf returns a value as readable text
 * @param onDecide receives the form's values with the chosen value
 */
export function FieldConflict({
  name,
  label,
  stored,
  wordsOf,
  onDecide,
}: {
  /** The field's name. */
  name: string;
  label: string;
  stored: unknown;
  wordsOf: (value: unknown) => string;
  onDecide: (values: Values) => void;
}) {
  const { watch, getValues, setValue } = useFormContext();
  const heading = useId();
  const field = <span className="sr-only">: {label}</span>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't take the focus everywhere
    <div
      role="group"
      tabIndex={-1}
      data-conflict={name}
      aria-label="Changed by two people"
      aria-describedby={heading}
      className="scroll-my-24 rounded-md border-l-4 border-alert bg-alert-wash px-4 pt-3 pb-1 text-sm"
    >
      <p id={heading} className="font-semibold text-alert">
        “{label}” was changed by two people
      </p>
      <dl className="mt-1 flex flex-col gap-1 whitespace-pre-line [overflow-wrap:anywhere]">
        <div>
          <dt className="inline text-mute">Stored now: </dt>
          <dd className="inline">{wordsOf(stored)}</dd>
        </div>
        <div>
          <dt className="inline text-mute">Yours: </dt>
          <dd className="inline">{wordsOf(watch(name))}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-x-5">
        <Button look="quiet" className="px-0!" onClick={() => onDecide(getValues())}>
          Keep mine{field}
        </Button>
        <Button
          look="quiet"
          className="px-0!"
          onClick={() => {
            setValue(name, stored);
            onDecide(getValues());
          }}
        >
          Keep what is stored{field}
        </Button>
      </div>
    </div>
  );
}
