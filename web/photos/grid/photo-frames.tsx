/** The placeholder of the photo grid until the first response. */
export function PhotoFrames() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-12 md:grid-cols-3 md:gap-x-4 min-[75rem]:grid-cols-4">
      {Array.from({ length: 8 }, (_, frame) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the frames are identical
        <div key={frame} className="aspect-square bg-petal max-[75rem]:nth-[n+7]:hidden max-md:nth-[n+5]:hidden" />
      ))}
    </div>
  );
}
