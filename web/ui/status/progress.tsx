/** A progress bar; show the numbers beside it. */
export function Progress({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-petal forced-color-adjust-none [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-petal [&::-webkit-progress-value]:bg-leaf"
    />
  );
}
