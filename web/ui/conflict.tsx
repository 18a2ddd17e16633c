import { useFormContext } from 'react-hook-form';
import { Button } from './button.tsx';

const textOf = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '') || 'empty';

/**
 * Shown inside a form whose record somebody else saved in the meantime: lists the fields whose stored value differs
 * from the form's. Submitting the form overwrites the stored record; `onKeepStored` discards the form's values.
 * @param fields labels by field name.
 */
export function Conflict({
  fields,
  stored,
  onKeepStored,
}: {
  fields: Record<string, string>;
  stored: object;
  onKeepStored: () => void;
}) {
  const mine = useFormContext().watch();
  const current = stored as Record<string, unknown>;
  const differing = Object.entries(fields).filter(([name]) => textOf(current[name]) !== textOf(mine[name]));
  return (
    <section aria-label="What is stored now" className="flex flex-col gap-3 rounded-md bg-petal px-4 py-3 text-sm">
      {differing.length === 0 ? (
        <p>Nothing that this form shows was changed.</p>
      ) : (
        <dl className="flex flex-col gap-2">
          {differing.map(([name, label]) => (
            <div key={name} className="[overflow-wrap:anywhere]">
              <dt className="font-semibold">{label}</dt>
              <dd>Stored now: {textOf(current[name])}</dd>
              <dd>Yours: {textOf(mine[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button look="quiet" className="self-start px-0!" onClick={onKeepStored}>
        Keep what is stored
      </Button>
    </section>
  );
}
