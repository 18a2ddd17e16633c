import { useFormContext } from 'react-hook-form';
import { BelowField } from './form.tsx';

/** A form field with a choice between two to four short options. */
export function SegmentedField({ name, label, options }: { name: string; label: string; options: readonly string[] }) {
  const { register } = useFormContext();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex w-fit max-w-full flex-wrap overflow-hidden rounded-[1.375rem] border border-edge">
        {options.map((option) => (
          <label
            key={option}
            className="flex min-h-11 cursor-pointer items-center px-5 text-sm font-semibold text-mute not-first:border-l not-first:border-edge has-checked:bg-leaf-wash has-checked:text-leaf-deep has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-leaf"
          >
            <input type="radio" value={option} {...register(name)} className="sr-only" />
            {option}
          </label>
        ))}
      </div>
      <BelowField name={name} />
    </fieldset>
  );
}
