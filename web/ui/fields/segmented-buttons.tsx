/** Buttons that switch at once between two to four views of the screen's content. */
export function SegmentedButtons<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset
      aria-label={label}
      className="flex w-fit max-w-full overflow-hidden rounded-full border border-edge bg-white"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="min-h-11 px-5 max-[22.5rem]:px-3 text-sm font-semibold text-mute not-first:border-l not-first:border-edge focus-visible:-outline-offset-3 aria-pressed:bg-leaf-wash aria-pressed:text-leaf-deep"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
